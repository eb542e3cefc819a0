import { RecognitionGas, recognizeContract } from '../../../evm/recognition/recognize-contract.ts'
import { EMPTY_CODE_HASH } from '../../../evm/state.ts'
import type { TransactionResult } from '../../../evm/transaction.ts'
import type { Log } from '../../../formats/evm/receipts.ts'
import { toHex } from '../../../formats/ids.ts'
import { keccak256 } from '../../../formats/keccak.ts'
import { statement } from '../../../store/statement.ts'
import { groupBy } from '../../../util/grouping.ts'
import { listDifference, setDifference } from '../../compare.ts'
import { perWorld } from '../../per-world.ts'
import type { CheckedWorld, Findings, Judgement, Rule } from '../../rule.ts'
import { type EvmBlock, evmBlocks, idsOfEvmBlock } from '../evm-blocks.ts'
import { evmChains } from '../evm-chains.ts'
import {
  type EvmTransaction,
  idsOfEvmTransaction,
  transactionsOfBlock,
} from '../evm-transactions.ts'
import {
  callsBelow,
  internalLists,
  internalRows,
  textOfRow,
  textsOfCalls,
  textsOfLists,
} from './internal-texts.ts'
import { Replay } from './replay.ts'
import {
  accountRows,
  balanceRows,
  selectCodes,
  selectNodes,
  slotRows,
  textOfAccount,
  textOfBalance,
  textOfSlot,
} from './state-rows.ts'

/**
 * Every block, executed again on the state before it, gives the stored receipts, gas, internal
 * transactions and contracts, the rows of accounts and storage, and the root in its header. In the
 * end it gives the stored trie, and no row is left.
 */
export const evmExecution: Rule = {
  name: 'evm-execution',
  check(world, findings) {
    findings.each(
      world.all(selectCodes, {}),
      ({ hash }) => [hash],
      function* ({ hash, code }) {
        if (toHex(keccak256(code)) !== hash) yield 'is not the hash of its code'
      },
    )
    for (const chain of evmChains(world)) {
      const replay = new Replay(world, chain)
      for (const block of evmBlocks(world).get(chain.chain_id) ?? []) {
        if (block.number === 0) {
          findings.each([block], idsOfEvmBlock, () => rootProblems(block, replay.begin()))
          continue
        }
        const key = `${block.chain_id} ${block.number}`
        findings.each(transactionsOfBlock(world).get(key) ?? [], idsOfEvmTransaction, (tx) =>
          transactionProblems(world, replay, tx),
        )
        findings.each([block], idsOfEvmBlock, () => blockProblems(world, replay, block))
      }
      judgeTrie(world, findings, replay, chain.chain_id)
    }
    judgePlaces(world, findings)
  },
}

/** Judges that no row of the state is after a block that does not exist. */
function judgePlaces(world: CheckedWorld, findings: Findings): void {
  const places = new Set(
    [...evmBlocks(world)].flatMap(([chainId, blocks]) =>
      blocks.map(({ number }) => `${chainId} ${number}`),
    ),
  )
  for (const rows of [balanceRows(world), accountRows(world), slotRows(world)])
    findings.unexpected(
      [...rows.keys()].filter((place) => !places.has(place)),
      (place) => [place.replace(' ', ' block ')],
      'has a row of the state, but there is no such block',
    )
}

function* rootProblems({ content }: EvmBlock, root: string): Judgement {
  if (toHex(content.stateRoot) !== root)
    yield `has the state root ${toHex(content.stateRoot)}, not ${root}`
}

function* transactionProblems(world: CheckedWorld, replay: Replay, tx: EvmTransaction): Judgement {
  const result = replay.execute(tx)
  const { gasUsed, error } = result
  const succeeded = error === undefined
  if (succeeded !== tx.outcome.succeeded)
    yield succeeded
      ? 'failed, but succeeds when executed again'
      : `succeeded, but fails when executed again: ${error}`
  if (String(gasUsed) !== tx.gas_used) yield `uses ${gasUsed} gas, not ${tx.gas_used}`
  yield* listDifference(
    'log',
    tx.outcome.logs.map(textOfLog),
    succeeded ? result.logs.map((log) => logText(log.address, log.topics, log.data)) : [],
  )
  const calls = succeeded ? callsBelow(result.root) : []
  yield* listDifference(
    'call',
    (internalRows(world).get(tx.seq) ?? []).map(textOfRow),
    textsOfCalls(calls),
  )
  yield* setDifference(
    'the list of internal transactions by address',
    new Set(
      internalLists(world)
        .get(tx.seq)
        ?.map((row) => `${row.chain_id} ${row.address.toLowerCase()} ${row.seq}`),
    ),
    new Set(textsOfLists(calls, tx)),
  )
  yield* contractProblems(world, replay, tx, result)
}

/** Judges the contracts that a transaction created, by what they are to all callers. */
function* contractProblems(
  world: CheckedWorld,
  replay: Replay,
  tx: EvmTransaction,
  { root, error }: TransactionResult,
): Judgement {
  const rows = contractsOf(world).get(tx.seq) ?? []
  if (error === undefined) {
    const first = { node: root, isReverted: false }
    const gas = new RecognitionGas()
    for (const { node, isReverted } of [first, ...callsBelow(root)]) {
      const isCreation = node.kind === 'CREATE' || node.kind === 'CREATE2'
      if (!isCreation || isReverted) continue
      const hash = replay.state.account(node.to)?.codeHash ?? EMPTY_CODE_HASH
      if (hash === EMPTY_CODE_HASH) continue
      const row = rows.find(({ address }) => address.toLowerCase() === node.to)
      const { ercType, name, symbol, decimals } = recognizeContract(
        node.to,
        replay.surroundings(tx),
        gas,
      )
      const through = node === root ? undefined : node.from
      const expected = contractText(node.to, {
        ...{ ercType, name, symbol, decimals, through },
        deployer: tx.sender,
      })
      // A contract that was created again has the row of the first time.
      if (!row && known(world).has(`${tx.chain_id} ${node.to}`)) continue
      const found = row && textOfContract(row)
      if (found !== expected) yield `creates ${expected}, not ${found ?? 'a contract with a row'}`
    }
  }
  const created = new Set(callsBelow(root).map(({ node }) => node.to)).add(root.to)
  for (const { address } of rows)
    if (error !== undefined || !created.has(address.toLowerCase()))
      yield `does not create ${address}`
}

function* blockProblems(world: CheckedWorld, replay: Replay, block: EvmBlock): Judgement {
  const { root, changed } = replay.end(block)
  const key = `${block.chain_id} ${block.number}`
  const found = [
    ...(balanceRows(world).get(key) ?? []).map(textOfBalance),
    ...(accountRows(world).get(key) ?? []).map(textOfAccount),
    ...(slotRows(world).get(key) ?? []).map(textOfSlot),
  ]
  yield* setDifference('the stored state after the block', new Set(found), new Set(changed))
  yield* rootProblems(block, root)
}

/** Judges the stored nodes of the tries. */
function judgeTrie(
  world: CheckedWorld,
  findings: Findings,
  { state }: Replay,
  chainId: string,
): void {
  const left = new Map<string, string>()
  for (const [owner, nodes] of state.nodes)
    for (const [path, node] of nodes) left.set(`${owner}/${path}`, toHex(node))
  findings.each(
    world.all(selectNodes, { chainId }),
    ({ owner, path }) => [`${chainId} ${owner}/${path}`],
    function* ({ owner, path, node }) {
      const expected = left.get(`${owner}/${path}`)
      left.delete(`${owner}/${path}`)
      if (toHex(node) !== expected) yield `is ${toHex(node)}, not ${expected ?? 'absent'}`
    },
  )
  findings.unexpected(
    left.keys(),
    (path) => [`${chainId} ${path}`],
    'is a node of the trie without a row',
  )
}

const textOfLog = ({ address, topics, data }: Log) => logText(toHex(address), topics, data)

const logText = (address: string, topics: readonly Uint8Array[], data: Uint8Array) =>
  `${address} ${topics.map(toHex).join()} ${toHex(data)}`

interface ContractRow {
  chain_id: string
  address: string
  erc_type: string
  name: string | null
  symbol: string | null
  decimals: number | null
  deployer: string | null
  deployer_contract: string | null
  deployment_tx: number | null
}

interface ContractFacts {
  readonly ercType: string
  readonly name: string | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  readonly deployer: string | undefined
  readonly through: string | undefined
}

const textOfContract = (row: ContractRow): string =>
  contractText(row.address.toLowerCase(), {
    ercType: row.erc_type,
    name: row.name ?? undefined,
    symbol: row.symbol ?? undefined,
    decimals: row.decimals ?? undefined,
    deployer: row.deployer ?? undefined,
    through: row.deployer_contract?.toLowerCase(),
  })

const contractText = (address: string, facts: ContractFacts): string =>
  `${address} ${facts.ercType} ${JSON.stringify([facts.name, facts.symbol, facts.decimals])} by ${facts.deployer} through ${facts.through}`

const contracts = perWorld((world) => world.all(selectContracts, {}))
const contractsOf = perWorld((world) => groupBy(contracts(world), (row) => row.deployment_tx))
const known = perWorld(
  (world) => new Set(contracts(world).map((row) => `${row.chain_id} ${row.address.toLowerCase()}`)),
)

const selectContracts = statement<Record<string, never>, ContractRow>(`
  SELECT chain_id, address, erc_type, name, symbol, decimals, deployer, deployer_contract,
    deployment_tx
  FROM contract`)
