import { type PrimaryChain, primaryChains } from '../../networks/primary-chain.ts'
import { nAvaxPerAvax } from '../../networks/units.ts'
import { hourSeconds } from '../../time/time-units.ts'
import { backgroundFullness } from '../background-count.ts'
import type { Random } from '../random.ts'
import type { Wallet } from '../wallets.ts'
import { exchangeTransfer } from './exchange/exchange-actions.ts'
import { platformTransfer } from './platform/platform-transfers.ts'
import type { SignedTransaction } from './signed.ts'
import { type Drafting, draftOn, type PrimaryState } from './state.ts'
import { balanceOf } from './utxos/funding.ts'
import type { HeldUtxo } from './utxos/held-utxo.ts'
import { type Party, solo } from './utxos/parties.ts'

/** Background traffic on a chain. */
export interface Traffic {
  /** Transactions for a block of this time, perhaps none. */
  next(time: number): SignedTransaction[]
}

/** One round of background traffic. @param place where its streams are */
export type Round = (state: Drafting, time: number, place: number) => SignedTransaction[]

/** Background traffic in as many rounds as a block is full; all but the first draw at places past all times. */
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

/** How long an export waits before somebody imports it, seconds. */
const importDelay = 6 * hourSeconds
/** Outputs worth less stay where they are: the fee would eat them. */
const smallestImport = 20_000_000n

/** A member of the cast; the first one acts more often than the others. */
export const someone = ({ cast }: Drafting, random: Random): Wallet =>
  random.chance(0.25) && cast.wallets[0] ? cast.wallets[0] : random.pick(cast.wallets)

/** Another member than this one, if there is another. */
export const someoneElse = ({ cast }: Drafting, random: Random, than: Wallet): Wallet =>
  cast.wallets.length > 1 ? random.pick(cast.wallets.filter((wallet) => wallet !== than)) : than

/** A background amount of nAVAX. */
export const someAmount = (random: Random): bigint =>
  random.bigint(nAvaxPerAvax / 5n, 30n * nAvaxPerAvax)

/** Whether a party can spend this much and a fee. */
export function canSpend(
  { utxos, facts }: Drafting,
  of: { chain: 'P' | 'X'; payer: Party; time: number },
  amount: bigint,
): boolean {
  return balanceOf(utxos, of, facts.avaxId) >= amount + nAvaxPerAvax / 10n
}

/** The reserve of the definition. */
export const reserveOf = ({ cast, setup }: Pick<Drafting, 'cast' | 'setup'>): Party =>
  solo(cast.wallet(setup.definition.primary.funds.reserve))

/** Who pays on the P-chain for what a member wants: itself, else the reserve, else nobody. */
export const payerOf = (
  state: Drafting,
  { by, time, amount }: { by: Party; time: number; amount: bigint },
): Party | undefined =>
  [by, reserveOf(state)].find((payer) => canSpend(state, { chain: 'P', payer, time }, amount))

/** What the reserve pays to a member who cannot pay any more; nothing when it is the reserve. */
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

/** AVAX that waits in shared memory for some member and is ripe to be imported. */
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

/** The first declared holding that needs several signatures on a chain, of members with keys. */
export function jointParty({ cast, setup }: Drafting, chain: 'P' | 'X'): Party | undefined {
  const joint = setup.definition.primary.holdings.find(
    ({ chain: of, threshold, owners }) =>
      of === chain && threshold > 1 && owners.every((name) => setup.keyring.named(name)),
  )
  return joint && cast.party(joint.owners, joint.threshold)
}
