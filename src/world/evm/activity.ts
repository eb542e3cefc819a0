import { networkConstants, primaryNetworkId } from '../../../fixtures/networks.ts'
import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import { encodeCb58, vmIdOf } from '../../formats/ids.ts'
import type { LivingChain } from '../network.ts'
import type { NetworkSetup } from '../setup.ts'
import { timeline, upgradeTimes } from '../timeline.ts'
import { EvmChain, type Transfer } from './chain.ts'
import { rulesOf } from './rules.ts'

const daySeconds = 86_400
const ether = 10n ** 18n

/** An EVM chain with the cast's everyday activity on it. */
export function livingEvmChain(setup: NetworkSetup, declared: EvmChainDefinition): LivingChain {
  const { streams, wallets, writer, size, now } = setup
  const start = Date.parse(declared.firstBlock) / 1000
  const random = streams.stream(`${declared.chainId} transfers`)
  const perDay = new Map<number, number>()
  const chain = new EvmChain({
    chainId: declared.chainId,
    kind: declared.kind,
    rules: rulesOf(networkConstants[declared.network]),
    genesisSeconds: declared.kind === 'c-chain' ? 0 : start - 600,
    random: streams.stream(`${declared.chainId} fees`),
    writer,
  })
  for (const wallet of wallets) chain.credit(wallet.evmAddress, 10_000n * ether)

  const transfer = (): Transfer => {
    const from = random.pick(wallets)
    const to = random.pick(wallets.filter((wallet) => wallet !== from))
    return { from, to: to.evmAddress, value: random.bigint(1n, 10_000n) * (ether / 10_000n) }
  }

  return {
    times: timeline(streams.stream(`${declared.chainId} block times`), {
      start,
      now,
      upgrades: upgradeTimes(declared.network),
      blocks: declared.blocks[size],
    }),
    advance(time) {
      const count = random.int(1, declared.maxTransactionsPerBlock)
      chain.mine(time, Array.from({ length: count }, transfer))
      const day = Math.floor(time / daySeconds)
      perDay.set(day, (perDay.get(day) ?? 0) + count)
    },
    finish() {
      writeChain(
        setup,
        declared,
        Math.floor(start / daySeconds),
        Math.floor((now - 1) / daySeconds),
      )
      for (const [day, count] of perDay)
        writer.insert('evm_daily_transactions', {
          chain_id: declared.chainId,
          day,
          tx_count: count,
        })
    },
  }
}

function writeChain(
  { streams, writer }: NetworkSetup,
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
