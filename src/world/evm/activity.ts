import { type Network, networkConstants, primaryNetworkId } from '../../../fixtures/networks.ts'
import type { EvmChainDefinition, WorldDefinition } from '../../../schemas/definition.ts'
import { encodeCb58, vmIdOf } from '../../formats/ids.ts'
import type { RowWriter } from '../../store/base-writer.ts'
import type { RandomStreams } from '../random.ts'
import { timeline } from '../timeline.ts'
import type { Wallet } from '../wallets.ts'
import { EvmChain, type Transfer } from './chain.ts'
import { rulesOf } from './rules.ts'

const daySeconds = 86_400
const ether = 10n ** 18n

export interface EvmWorldSetup {
  readonly definition: WorldDefinition
  readonly size: 'small' | 'default'
  readonly streams: RandomStreams
  readonly wallets: readonly Wallet[]
  readonly writer: RowWriter
}

/** Lets every EVM chain of the definition live from its first block to the world's now. */
export function buildEvmChains(setup: EvmWorldSetup, onChainDone: () => void): void {
  for (const chain of setup.definition.evmChains) {
    buildEvmChain(setup, chain)
    onChainDone()
  }
}

function buildEvmChain(setup: EvmWorldSetup, declared: EvmChainDefinition): void {
  const { streams, wallets, writer, size } = setup
  const rules = rulesOf(networkConstants[declared.network])
  const start = secondsOf(declared.firstBlock)
  const now = secondsOf(setup.definition.now)
  const times = timeline(streams.stream(`${declared.chainId} block times`), {
    start,
    now,
    upgrades: upgradeTimes(declared.network),
    blocks: declared.blocks[size],
  })
  writeChain(setup, declared, Math.floor(start / daySeconds), Math.floor((now - 1) / daySeconds))

  const chain = new EvmChain({
    chainId: declared.chainId,
    kind: declared.kind,
    rules,
    genesisSeconds: declared.kind === 'c-chain' ? 0 : start - 600,
    random: streams.stream(`${declared.chainId} fees`),
    writer,
  })
  for (const wallet of wallets) chain.credit(wallet.evmAddress, 10_000n * ether)

  const random = streams.stream(`${declared.chainId} transfers`)
  const perDay = new Map<number, number>()
  for (const time of times) {
    const transfers = Array.from(
      { length: random.int(1, declared.maxTransactionsPerBlock) },
      (): Transfer => {
        const from = random.pick(wallets)
        const to = random.pick(wallets.filter((wallet) => wallet !== from))
        return { from, to: to.evmAddress, value: random.bigint(1n, 10_000n) * (ether / 10_000n) }
      },
    )
    chain.mine(time, transfers)
    const day = Math.floor(time / daySeconds)
    perDay.set(day, (perDay.get(day) ?? 0) + transfers.length)
  }
  for (const [day, count] of perDay)
    writer.insert('evm_daily_transactions', {
      chain_id: declared.chainId,
      day,
      tx_count: count,
    })
}

function writeChain(
  { streams, writer }: EvmWorldSetup,
  declared: EvmChainDefinition,
  firstDay: number,
  lastDay: number,
): void {
  const isCChain = declared.kind === 'c-chain'
  const ids = streams.stream(`${declared.chainId} ids`)
  writer.insert('evm_chain', {
    chain_id: declared.chainId,
    network: declared.network,
    blockchain_id: isCChain
      ? networkConstants[declared.network].cChainId
      : encodeCb58(ids.bytes(32)),
    subnet_id: isCChain ? primaryNetworkId : encodeCb58(ids.bytes(32)),
    vm_id: encodeCb58(vmIdOf(isCChain ? 'evm' : 'subnetevm')),
    name: declared.name,
    description: declared.description,
    rpc_url: declared.rpcUrl,
    explorer_url: declared.explorerUrl ?? null,
    logo_uri: declared.logoUri ?? null,
    token_name: declared.token.name,
    token_symbol: declared.token.symbol,
    token_decimals: 18,
    token_logo_uri: declared.token.logoUri ?? null,
    multicall: declared.multicall ?? null,
    first_day: firstDay,
    last_day: lastDay,
  })
}

const upgradeTimes = (network: Network): number[] =>
  Object.values(networkConstants[network].upgrades).map(secondsOf)

const secondsOf = (time: string): number => Date.parse(time) / 1000
