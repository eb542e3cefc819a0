import type { EvmChainDefinition } from '../../../schemas/definition/evm.ts'
import { parseEvmAddress } from '../../formats/addresses.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { PrimarySide } from '../atomic-seam.ts'
import { primaryChainNumber, subnetChainNumber } from '../chain-numbers.ts'
import { everydayTimes } from '../everyday-times.ts'
import type { Interchain } from '../interchain/interchain.ts'
import { genesisBalance } from '../l1-genesis.ts'
import type { LivingChain } from '../scheduler.ts'
import { createSequences, type Sequences } from '../sequences.ts'
import type { NetworkSetup } from '../setup.ts'
import { upgradeTimes } from '../upgrade-times.ts'
import type { Action, Actors } from './actions/actors.ts'
import { deployDue } from './actions/deployments.ts'
import { everydayActions } from './actions/everyday.ts'
import { writeChain } from './chain-row.ts'
import { ContractBook } from './contract-book.ts'
import { createContractProfiles } from './contract-profiles.ts'
import { Erc20Ledger } from './erc20-ledger.ts'
import { EvmChain } from './evm-chain.ts'
import { createAddressTexts, Ledger } from './ledger.ts'
import { NftLedger } from './nft-ledger.ts'
import { createNftMetadata } from './nft-metadata.ts'
import { rulesOf } from './rules.ts'
import { TransferBook } from './transfer-book.ts'

/** An EVM chain with the cast's everyday activity on it. */
export function livingEvmChain(
  setup: NetworkSetup,
  declared: EvmChainDefinition,
  primary: PrimarySide,
  interchain: Interchain,
): LivingChain {
  const { wallets, size, now } = setup
  const stream = (name: string) => setup.streams.stream(`${declared.chainId} ${name}`)
  const sequences = createSequences(setup.writer, chainNumberOf(setup, declared))
  const actors = createActors(setup, declared, sequences, stream)
  const rules = rulesOf(networkConstants[declared.network], declared.kind)
  const chain = new EvmChain({
    ...actors,
    chainId: declared.chainId,
    primary,
    rules,
    random: stream('fees'),
    sequences,
    writer: setup.writer,
  })
  const contracts = setup.definition.contracts.filter(({ chainId }) => chainId === declared.chainId)
  for (const contract of contracts)
    if (contract.address)
      actors.contracts.add(contract, parseEvmAddress(contract.address.toLowerCase()))

  const random = stream('activity')
  const deploy = deployDue(actors, contracts)
  const message = interchain.join(declared, actors, rules)
  const { firsts, any } = everydayActions(actors, random)
  const times = everydayTimes(setup.streams, {
    name: `${declared.chainId} blocks`,
    start: Date.parse(declared.firstBlock) / 1000,
    now,
    upgrades: upgradeTimes(declared.network),
    blocks: declared.blocks[size],
    pace: setup.pace,
  })

  return {
    nextAfter: times.nextAfter,
    advance(time) {
      const block = chain.open(time)
      if (!deploy(block)) attemptFirst(firsts, (action) => action(block, wallets[0]))
      const count = random.int(1, declared.maxTransactionsPerBlock)
      for (let i = 0; i < count; i++) any(block)
      message(block)
      chain.accept(block)
    },
    finish() {
      writeChain(setup, declared, primary)
      chain.finish()
      actors.transfers.finish()
    },
  }
}

function createActors(
  { wallets, writer, now }: NetworkSetup,
  { chainId, kind }: EvmChainDefinition,
  sequences: Sequences,
  stream: Actors['stream'],
): Actors {
  const textOf = createAddressTexts()
  const ledger = new Ledger()
  if (kind === 'l1')
    for (const { evmAddress } of wallets) ledger.add(textOf(evmAddress), genesisBalance)
  const tools = { chainId, textOf, sequences, writer }
  const profiles = createContractProfiles(stream('contract profiles'))
  const contracts = new ContractBook({ ...tools, profiles })
  const metadata = createNftMetadata(stream('NFT metadata'), now)
  const transfers = new TransferBook(contracts, textOf, {
    erc20: new Erc20Ledger(chainId, textOf, writer),
    nfts: new NftLedger({ ...tools, metadata }),
  })
  return { wallets, ledger, contracts, transfers, textOf, stream }
}

/** The C-chain, else the place among the EVM chains of the definition. */
function chainNumberOf({ definition, network }: NetworkSetup, declared: EvmChainDefinition) {
  if (declared.kind === 'c-chain') return primaryChainNumber(network, 'C')
  return subnetChainNumber(network, definition.evmChains.indexOf(declared))
}

/** Tries the actions in their order; the first that comes to pass leaves the list. */
function attemptFirst(actions: Action[], attempt: (action: Action) => boolean): void {
  const index = actions.findIndex(attempt)
  if (index >= 0) actions.splice(index, 1)
}
