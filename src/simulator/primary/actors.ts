import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import { nAvaxPerAvax } from '../../networks/units.ts'
import { hourSeconds } from '../../time/time-units.ts'
import type { Wallet } from '../accounts/wallets.ts'
import { backgroundFullness } from '../background/background-count.ts'
import type { Random } from '../random.ts'
import { exchangeTransfer } from './exchange/exchange-actions.ts'
import { platformTransfer } from './platform/platform-transfers.ts'
import type { SignedTransaction } from './signed.ts'
import { type Drafting, draftOn, type PrimaryState } from './state.ts'
import { balanceOf } from './utxos/funding.ts'
import type { HeldUtxo } from './utxos/held-utxo.ts'
import { type Party, solo } from './utxos/parties.ts'

/** Background traffic on a chain. */
export interface Traffic {
  /** Returns transactions for a block of this time, possibly none. */
  next(time: number): SignedTransaction[]
}

/**
 * One round of background traffic.
 * @param place position in its random streams
 */
type Round = (state: Drafting, time: number, place: number) => SignedTransaction[]

/**
 * Returns background traffic, with one round for each multiple of the usual block. All but the
 * first round draw at places past all times.
 */
export const trafficIn = (world: PrimaryState, round: Round): Traffic => ({
  next(time) {
    const state = draftOn(world)
    const places = Array.from(
      { length: backgroundFullness(world.setup, 'primary', time) },
      (_, i) => time + i * 2 ** 32,
    )
    return places.flatMap((place) => round(state, time, place))
  },
})

/** Time before an export is imported, seconds. */
const importDelay = 6 * hourSeconds
/** Minimum value of an import: smaller outputs would not pay their fee. */
const smallestImport = 20_000_000n

/** Picks a member of the cast; the first one acts more often than the others. */
export const someone = ({ cast }: Drafting, random: Random): Wallet =>
  random.chance(0.25) && cast.wallets[0] ? cast.wallets[0] : random.pick(cast.wallets)

/** Picks another member than this one, if there is one. */
export const someoneElse = ({ cast }: Drafting, random: Random, than: Wallet): Wallet =>
  cast.wallets.length > 1 ? random.pick(cast.wallets.filter((wallet) => wallet !== than)) : than

/** Draws a background amount of nAVAX. */
export const someAmount = (random: Random): bigint =>
  random.bigint(nAvaxPerAvax / 5n, 30n * nAvaxPerAvax)

/** Returns whether a party can spend this much and a fee. */
export function canSpend(
  { utxos, facts }: Drafting,
  of: { chain: 'P' | 'X'; payer: Party; time: number },
  amount: bigint,
): boolean {
  return balanceOf(utxos, of, facts.avaxId) >= amount + nAvaxPerAvax / 10n
}

/** Returns the reserve of the definition. */
export const reserveOf = ({ cast, setup }: Pick<Drafting, 'cast' | 'setup'>): Party =>
  solo(cast.wallet(setup.definition.primary.funds.reserve))

/**
 * Returns the payer on the P-chain for a member's transaction: the member, otherwise the reserve,
 * otherwise undefined.
 */
export const payerOf = (
  state: Drafting,
  { by, time, amount }: { by: Party; time: number; amount: bigint },
): Party | undefined =>
  [by, reserveOf(state)].find((payer) => canSpend(state, { chain: 'P', payer, time }, amount))

/** Returns the reserve's payment to a member who can no longer pay; none when it is the reserve. */
export function refill(
  state: Drafting,
  { chain, payer, time }: { chain: 'P' | 'X'; payer: Party; time: number },
): SignedTransaction[] {
  const from = reserveOf(state)
  const amount = 2000n * nAvaxPerAvax
  if (payer.wallets[0] === from.wallets[0]) return []
  if (!canSpend(state, { chain, payer: from, time }, amount)) return []
  const payments = [{ to: payer, nAvax: amount }]
  const transfer = chain === 'P' ? platformTransfer : exchangeTransfer
  return [transfer(state, { time, from, payments })]
}

/** Returns AVAX in shared memory that is due to be imported by a member. */
export function importable(
  { cast, facts, utxos }: Drafting,
  chain: PrimaryChain,
  time: number,
): { readonly wallet: Wallet; readonly from: PrimaryChain; readonly imported: HeldUtxo[] }[] {
  const others = primaryChains.filter((other) => other !== chain)
  return cast.wallets.flatMap((wallet) =>
    others.flatMap((from) => {
      const imported = utxos
        .find({
          createdOn: from,
          consumedOn: chain,
          party: solo(wallet),
          assetId: facts.avaxId,
        })
        .filter(
          ({ amount, createdAt, output, unlockedAt }) =>
            unlockedAt <= time &&
            createdAt + importDelay <= time &&
            output.type === 'TransferOutput' &&
            amount >= smallestImport,
        )
      return imported.length > 0 ? [{ wallet, from, imported }] : []
    }),
  )
}

/**
 * Returns the owners of the first declared holding on a chain that needs several signatures, of
 * members with keys.
 */
export function jointParty({ cast, setup }: Drafting, chain: 'P' | 'X'): Party | undefined {
  const joint = setup.definition.primary.holdings.find(
    ({ chain: of, threshold, owners }) =>
      of === chain && threshold > 1 && owners.every((name) => setup.keyring.named(name)),
  )
  return joint && cast.party(joint.owners, joint.threshold)
}
