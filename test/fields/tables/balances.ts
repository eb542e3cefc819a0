import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, type Fields, from, many, row, under, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'
import { assetRow, blockchainId, mainnet, newAsset, newUtxo, onChain } from './primary-parts.ts'

const now = 1_768_435_200
const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
type Letter = 'P' | 'X' | 'C'

/** Conditions that put an output of a chain into each list of 2.4 at a time. */
const listsAt = (now: number): Record<string, Record<string, number | string | null>> => ({
  unlockedUnstaked: {},
  unlockedStaked: { stake_start: now, stake_end: now + 1 },
  lockedPlatform: { locktime: now + 1 },
  lockedStakeable: { stakeable_locktime: now + 1 },
  lockedStaked: { stake_start: now, stake_end: now + 1, stakeable_locktime: now + 2 },
  pendingStaked: { stake_start: now + 1, stake_end: now + 2 },
  atomicMemoryUnlocked: { consumed_on_chain: 'other' },
  atomicMemoryLocked: { consumed_on_chain: 'other', locktime: now + 1 },
})
const listNames = Object.keys(listsAt(now))
/** An asset for each list, of which the owner has 10 and 5. */
const setupOn = (chain: Letter, at: number): string[] => [
  `DELETE FROM address_utxo WHERE address = '${owner}'`,
  `DELETE FROM address_owners WHERE address = '${owner}'`,
  ...Object.entries(listsAt(at)).flatMap(
    ([list, { consumed_on_chain = chain, ...columns }], index) => {
      const chains = {
        created_on_chain: chain,
        consumed_on_chain: consumed_on_chain === 'other' ? otherThan(chain) : chain,
      }
      return [
        newAsset(list),
        ...['10', '5'].flatMap((amount, place) => {
          const seq = 9_000 + 2 * index + place
          const owners = `own ${seq}`
          return [
            row('address_owners', { network: 'mainnet', address: owner, owners, threshold: 1 }),
            sumRow({ owners, asset_id: list, ...chains, ...columns }, at, amount),
            ...newUtxo(seq, {
              asset_id: list,
              amount,
              owners,
              threshold: 1,
              locktime: at,
              stakeable_locktime: at,
              stake_start: null,
              stake_end: null,
              created_at: at,
              ...columns,
              ...chains,
            }),
            row('address_utxo', {
              network: 'mainnet',
              address: owner,
              utxo_seq: seq,
              created_at: at,
            }),
          ]
        }),
      ]
    },
  ),
]

/** One output that some owners have. */
const sumRow = (
  {
    stake_start,
    stake_end = null,
    stakeable_locktime,
    ...columns
  }: Record<string, string | number | null>,
  at: number,
  amount: string,
): string =>
  row('unspent_sum', {
    network: 'mainnet',
    locktime: at,
    stakeable_locktime: stakeable_locktime ?? at,
    stake:
      stake_end === null ? 'none' : Number(stakeable_locktime) > at + 1 ? 'locked' : 'unlocked',
    utxos: 1,
    amount,
    ...columns,
  })
const otherThan = (chain: Letter): Letter => (chain === 'P' ? 'X' : 'P')

const rowsOf = (list: string) => {
  const seq = 9_000 + 2 * listNames.indexOf(list)
  return {
    [`${list}First`]: `utxo WHERE seq = ${seq}`,
    [`${list}Second`]: `utxo WHERE seq = ${seq + 1}`,
    [`${list}FirstSum`]: `unspent_sum WHERE owners = 'own ${seq}'`,
    [`${list}SecondSum`]: `unspent_sum WHERE owners = 'own ${seq + 1}'`,
    [`${list}SecondOwned`]: `address_utxo WHERE utxo_seq = ${seq + 1}`,
    [list]: assetRow(list),
  }
}
const rows = Object.assign({}, ...listNames.map(rowsOf))

/** 2.1 BalanceAsset: of what exists and is not spent at the time. */
const sum = (list: string, at = now): Fields => {
  // Stake that has not begun is read from its outputs, as the past is; everything else by sums.
  const isSum = at === now && list !== 'pendingStaked'
  const [first, second] = ['First', 'Second'].map((part) => list + part + (isSum ? 'Sum' : ''))
  const plus = (more: bigint) => (amount: string) => String(BigInt(amount) + more)
  return {
    assetId: {
      ...from(''),
      cells: [`${first}.asset_id`, `${second}.asset_id`, `${list}.asset_id`],
    },
    name: `${list}.name`,
    symbol: `${list}.symbol`,
    denomination: `${list}.denomination`,
    type: from(`${list}.type`, (type) => type, { to: 'nft' }),
    amount: many(
      from(`${first}.amount`, plus(5n)),
      from(`${second}.amount`, plus(10n)),
      ...countedAt(list, at, ['15', '10']),
    ),
    utxoCount: isSum
      ? many(...[first, second].map((one) => from(`${one}.utxos`, (utxos: number) => utxos + 1)))
      : at === now
        ? constant(2)
        : many(...countedAt(list, at, [2, 1])),
  }
}

/** Sums with and without the second output. */
const countedAt = <Value>(list: string, at: number, [both, one]: [Value, Value]) =>
  at === now
    ? []
    : [
        from(`${list}Second.created_at`, (time: number) => (time > at ? one : both), {
          to: at + 1,
        }),
        from(`${list}SecondOwned.spent_at`, (time: number) => (time > at ? both : one), { to: at }),
      ]

/** 2.1 AtomicBalanceAsset, with a status in the contract only. */
const shared = (list: string, status: string | undefined): Fields => ({
  ...sum(list),
  sharedWithChainId: {
    ...from('', blockchainId, { to: 'C' }),
    cells: [`${list}FirstSum.consumed_on_chain`, `${list}SecondSum.consumed_on_chain`],
  },
  ...(status !== undefined && { status: constant(status) }),
})

const atomic = (hasStatus: boolean): Fields => ({
  ...under(
    'atomicMemoryUnlocked.0',
    shared('atomicMemoryUnlocked', hasStatus ? 'unlocked' : undefined),
  ),
  ...under('atomicMemoryLocked.0', shared('atomicMemoryLocked', hasStatus ? 'locked' : undefined)),
})

function fieldsOf(chain: Letter, dialect: Dialect): Fields {
  const rest = atomic(dialect === 'documented' || chain === 'P')
  if (chain === 'C') {
    // Nothing else than the other chain fits the C-chain's memory.
    return without(
      rest,
      'atomicMemoryUnlocked.0.sharedWithChainId',
      'atomicMemoryLocked.0.sharedWithChainId',
    )
  }
  if (chain === 'X' && dialect === 'live')
    return {
      ...under('locked.0', sum('lockedPlatform')),
      ...under('unlocked.0', sum('unlockedUnstaked')),
      ...rest,
    }
  const own = listNames.filter((list) => !list.startsWith('atomic'))
  return { ...Object.assign({}, ...own.map((list) => under(`${list}.0`, sum(list)))), ...rest }
}

const view = (chain: Letter, dialect: Dialect): View => ({
  of: 'getBalances',
  dialect,
  setup: setupOn(chain, now),
  url: `${mainnet}/blockchains/${chain.toLowerCase()}-chain/balances?addresses=${owner}`,
  item: 'balances',
  rows,
  fields: fieldsOf(chain, dialect),
})

/** Of the C-chain's memory, what lies there for either other chain. */
const onContractChain = (dialect: Dialect): View => ({
  ...view('C', dialect),
  fields: Object.fromEntries(
    ['atomicMemoryUnlocked', 'atomicMemoryLocked'].map((list) => [
      `${list}.0.sharedWithChainId`,
      {
        ...from('', blockchainId, { to: 'X' }),
        cells: [`${list}FirstSum.consumed_on_chain`, `${list}SecondSum.consumed_on_chain`],
      },
    ]),
  ),
})

/** Of a past time, from all outputs that ever were. */
const ofThePast: View = {
  ...view('P', 'documented'),
  setup: setupOn('P', now - 7),
  url: `${view('P', 'documented').url}&blockTimestamp=${now - 7}`,
  fields: Object.assign(
    {},
    ...listNames
      .filter((list) => !list.startsWith('atomic'))
      .map((list) => under(`${list}.0`, sum(list, now - 7))),
  ),
}

const chainInfo: View = {
  of: 'getBalances',
  url: `${mainnet}/blockchains/p-chain/balances?addresses=${owner}`,
  rows: {},
  fields: onChain(
    `balances?addresses=${owner}`,
    'balances?addresses=fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
  ),
}

/** Specification 4.1.5. */
export const balances: FieldTable = [
  ...(['documented', 'live'] as const).flatMap((dialect) => [
    view('P', dialect),
    view('X', dialect),
    view('C', dialect),
    onContractChain(dialect),
  ]),
  ofThePast,
  chainInfo,
]
