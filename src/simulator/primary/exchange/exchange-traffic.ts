import type { Random } from '../../random.ts'
import {
  canSpend,
  importable,
  jointParty,
  refill,
  someAmount,
  someone,
  someoneElse,
  type Traffic,
  trafficIn,
} from '../actors.ts'
import type { SignedTransaction } from '../signed.ts'
import { type Drafting, declaredAssets, type PrimaryState } from '../state.ts'
import { balanceOf } from '../utxos/funding.ts'
import { solo } from '../utxos/parties.ts'
import {
  exchangeExport,
  exchangeTransfer,
  mintAsset,
  mintNft,
  transferNft,
} from './exchange-actions.ts'
import { buildExchangeImport } from './exchange-builder.ts'

/** Returns background traffic on the X-chain. */
export function exchangeTraffic(world: PrimaryState): Traffic {
  const { facts, setup } = world
  return trafficIn(world, (state, time, place) => {
    const random = (kind: string) => setup.streams.at(`${facts.network} X ${kind}`, place)
    const counts = random('traffic')
    const imports = random('imports')
    const txs = imports.chance(0.7) ? importSome(state, imports, time) : []
    for (let count = counts.int(1, 2); count > 0; count--) {
      const kind = counts.int(1, 10)
      if (kind <= 5) txs.push(...transfer(state, random('transfers'), time))
      else if (kind <= 7) txs.push(...exportSome(state, random('exports'), time))
      else if (kind <= 9) txs.push(...moveAsset(state, random('assets'), time))
      else txs.push(...operate(state, random('operations'), time))
    }
    return txs
  })
}

function importSome(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const ripe = importable(state, 'X', time)
  if (ripe.length === 0) return []
  const { wallet, from, imported } = random.pick(ripe)
  return [buildExchangeImport(state, { to: solo(wallet), from, imported })]
}

function exportSome(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const from = solo(someone(state, random))
  const payment = { to: from, nAvax: someAmount(random) }
  const destination = random.chance(0.5) ? 'C' : 'P'
  if (!canSpend(state, { chain: 'X', payer: from, time }, payment.nAvax)) return []
  return [exchangeExport(state, { time, from, payment, destination })]
}

function transfer(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const joint = jointParty(state, 'X')
  const by = someone(state, random)
  const from = joint && random.chance(0.15) ? joint : solo(by)
  const payments = Array.from({ length: random.int(1, 3) }, () => ({
    to: random.chance(0.1) && joint ? joint : solo(someoneElse(state, random, by)),
    nAvax: someAmount(random),
  }))
  const hasMemo = random.chance(0.3) && !state.facts.isActive('durango', time)
  const memo = hasMemo ? `invoice ${random.int(1, 9999)}` : ''
  const total = payments.reduce((sum, { nAvax }) => sum + nAvax, 0n)
  const purse = { chain: 'X', payer: from, time } as const
  if (!canSpend(state, purse, total)) return refill(state, purse)
  return [exchangeTransfer(state, { time, from, payments, memo })]
}

/** Transfers some of an asset from a holder to another member. */
function moveAsset(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const { cast, utxos } = state
  const fungible = declaredAssets(state).filter(({ kind }) => kind !== 'nft')
  if (fungible.length === 0) return []
  const asset = random.pick(fungible)
  const holders = cast.wallets.filter((wallet) => {
    const of = { chain: 'X', payer: solo(wallet), time } as const
    return balanceOf(utxos, of, asset.id) >= 1000n && canSpend(state, of, 0n)
  })
  if (holders.length === 0) return []
  const by = random.pick(holders)
  const from = solo(by)
  const balance = balanceOf(utxos, { chain: 'X', payer: from, time }, asset.id)
  const nAvax = random.bigint(1n, balance / 100n)
  const to = solo(someoneElse(state, random, by))
  return [exchangeTransfer(state, { time, from, payments: [{ to, nAvax }], assetId: asset.id })]
}

/** Mints more of a mintable asset or a new NFT, or transfers an NFT. */
function operate(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const operable = declaredAssets(state).filter(({ kind }) => kind !== 'fixed')
  if (operable.length === 0) return []
  const asset = random.pick(operable)
  const to = solo(someone(state, random))
  const amount = random.bigint(1_000n, 1_000_000n)
  if (!canSpend(state, { chain: 'X', payer: asset.minter, time }, 0n)) return []
  if (asset.kind === 'variable') return some(mintAsset(state, { time, asset, to, amount }))
  const payload = Buffer.from(`${asset.name} ${random.int(1, 1_000_000)}`)
  return some(
    transferNft(state, { time, asset, from: asset.minter, to }) ??
      // The minter keeps a minted NFT until the next time.
      mintNft(state, { time, asset, to: asset.minter, payload }),
  )
}

const some = (tx: SignedTransaction | undefined) => (tx ? [tx] : [])
