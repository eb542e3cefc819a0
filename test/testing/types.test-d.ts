import { expectTypeOf, test } from 'vitest'
import type {
  Action,
  ActionResult,
  ActiveScenarios,
  CheckReport,
  ClockState,
  FaultCounts,
  FaultRule,
  Gap,
  JournalRequest,
  Limits,
  ListedWorld,
  MadeBlocks,
  NewFaultRule,
  OperationName,
  Passed,
  ResetPart,
  SavedSnapshot,
  Snowglobe,
  Verdict,
  WholeRequest,
  WorldCast,
  WorldDocument,
  WorldMethods,
  WorldState,
} from '../../src/snowglobe.ts'

// The compiler proves these as part of `npm run typecheck`; nothing here runs.
declare const snowglobe: Snowglobe

test('results have the fields of their verbs, in the order of the actions', async () => {
  const acted = await snowglobe.act([
    { do: 'wallet', name: 'artist' },
    { do: 'fund', to: 'artist', chain: 'C', amount: '1' },
    { do: 'deploy', from: 'artist', chain: 'C', kind: 'ERC-721', as: 'art' },
    { do: 'mint', contract: 'art', to: 'artist', tokenIds: ['1', '2'] },
    { do: 'addValidator', node: 'floe', from: ['ewoq', 'alice'], duration: '30d' },
  ])
  const [wallet, fund, deploy, mint, validator] = acted.results
  expectTypeOf(acted.results.length).toEqualTypeOf<5>()
  expectTypeOf(acted.head).toEqualTypeOf<number>()
  expectTypeOf(wallet.addresses).toEqualTypeOf<{ evm: string; mainnet: string; fuji: string }>()
  expectTypeOf(wallet.txId).toEqualTypeOf<string | undefined>()
  expectTypeOf(fund.do).toEqualTypeOf<'fund'>()
  expectTypeOf(fund.txId).toEqualTypeOf<string>()
  expectTypeOf(fund.height).toEqualTypeOf<number>()
  expectTypeOf(fund.address).toEqualTypeOf<string | undefined>()
  expectTypeOf(deploy.address).toEqualTypeOf<string>()
  expectTypeOf(mint.tokenIds).toEqualTypeOf<string[] | undefined>()
  expectTypeOf(validator.nodeId).toEqualTypeOf<string>()
})

test('a single action has a single result', async () => {
  const { results } = await snowglobe.act({ do: 'createSubnet', name: 'rime', by: 'ewoq' })
  const [subnet] = results
  expectTypeOf(results.length).toEqualTypeOf<1>()
  expectTypeOf(subnet.subnetId).toEqualTypeOf<string>()
})

test('a payment that may not be necessary may have no transaction', async () => {
  const { results } = await snowglobe.act([
    { do: 'fund', to: 'alice', chain: 'P', amount: '1', exactly: true },
  ])
  expectTypeOf(results[0].txId).toEqualTypeOf<string | undefined>()
})

test('what is imported has a result for each asset', async () => {
  const { results } = await snowglobe.act([
    { do: 'export', from: 'alice', sourceChain: 'P', destinationChain: 'X', amount: '1' },
    { do: 'import', to: 'alice', sourceChain: 'P', destinationChain: 'X' },
  ])
  expectTypeOf(results[0].do).toEqualTypeOf<'export'>()
  expectTypeOf(results[1].do).toEqualTypeOf<'import'>()
  expectTypeOf(results[2]?.do).toEqualTypeOf<'import' | undefined>()
})

test('actions that the compiler does not know have any results', async () => {
  const actions: Action[] = []
  expectTypeOf((await snowglobe.act(actions)).results).toEqualTypeOf<ActionResult[]>()
  const action = actions[0] as Action
  const [first] = (await snowglobe.act(action)).results
  expectTypeOf(first?.txId).toEqualTypeOf<string | undefined>()
})

test('a misspelt verb or field of an action is an error', async () => {
  // @ts-expect-error there is no such verb
  await snowglobe.act({ do: 'found', to: 'alice', chain: 'C', amount: '1' })
  // @ts-expect-error there is no such field
  await snowglobe.act({ do: 'fund', to: 'alice', chain: 'C', amount: '1', exactyl: true })
  // @ts-expect-error there is no such field in a list
  await snowglobe.act([{ do: 'fund', to: 'alice', chain: 'C', amount: '1', exactyl: true }])
  // @ts-expect-error an amount is text
  await snowglobe.act([{ do: 'fund', to: 'alice', chain: 'C', amount: 1 }])
  // @ts-expect-error the amount is missing
  await snowglobe.act({ do: 'fund', to: 'alice', chain: 'C' })
})

test('an operation is one of those that there are, wherever one is named', async () => {
  expectTypeOf<'listErc20Transfers' | 'info.peers'>().toExtend<OperationName>()
  await snowglobe.faults.add({ match: { operation: 'info.peers' }, cors: false })
  await snowglobe.requests.list({ operation: 'listErc20Transfers' })
  await snowglobe.requests.verify({ match: { operation: 'getContract' } })
  // @ts-expect-error it is listErc20Transfers
  await snowglobe.faults.add({ match: { operation: 'listErc20Transfer' }, cors: false })
  // @ts-expect-error it is info.peers
  await snowglobe.requests.list({ operation: 'peers' })
  // @ts-expect-error it is getContract
  await snowglobe.requests.verify({ match: { operation: 'getContracts' } })
})

test('connect and named worlds have the same methods', () => {
  expectTypeOf(snowglobe.in('w')).toEqualTypeOf<WorldMethods>()
  expectTypeOf<Snowglobe['act']>().toEqualTypeOf<WorldMethods['act']>()
})

test('parameters and results of the methods have public types', async () => {
  expectTypeOf(snowglobe.world).returns.resolves.toEqualTypeOf<WorldState>()
  expectTypeOf(snowglobe.reset).parameter(0).toEqualTypeOf<readonly ResetPart[] | undefined>()
  expectTypeOf(snowglobe.blocks).returns.resolves.toEqualTypeOf<MadeBlocks>()
  expectTypeOf(snowglobe.check).returns.resolves.toEqualTypeOf<CheckReport>()
  expectTypeOf(snowglobe.clock.get).returns.resolves.toEqualTypeOf<ClockState>()
  expectTypeOf(await snowglobe.clock.advance('1d')).toEqualTypeOf<Passed>()
  expectTypeOf(snowglobe.export).returns.resolves.toEqualTypeOf<WorldDocument>()
  expectTypeOf(snowglobe.faults.add).parameter(0).toEqualTypeOf<NewFaultRule | NewFaultRule[]>()
  expectTypeOf((await snowglobe.faults.list()).rules).toEqualTypeOf<FaultRule[]>()
  expectTypeOf((await snowglobe.faults.list()).counts).toEqualTypeOf<Record<string, FaultCounts>>()
  expectTypeOf((await snowglobe.scenarios.list()).scenarios).toEqualTypeOf<ActiveScenarios>()
  expectTypeOf(snowglobe.limits.get).returns.resolves.toEqualTypeOf<Limits>()
  expectTypeOf((await snowglobe.requests.list()).requests).toEqualTypeOf<JournalRequest[]>()
  expectTypeOf(snowglobe.requests.get).returns.resolves.toEqualTypeOf<WholeRequest>()
  expectTypeOf((await snowglobe.requests.verdicts()).verdicts).toEqualTypeOf<Verdict[]>()
  expectTypeOf((await snowglobe.snapshots.list()).snapshots).toEqualTypeOf<SavedSnapshot[]>()
  expectTypeOf(snowglobe.cast).returns.resolves.toEqualTypeOf<WorldCast>()
  expectTypeOf((await snowglobe.worlds.list()).worlds).toEqualTypeOf<ListedWorld[]>()
  expectTypeOf((await snowglobe.gaps()).gaps).toEqualTypeOf<Gap[]>()
})
