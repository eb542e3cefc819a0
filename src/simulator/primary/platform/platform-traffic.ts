import { nAvaxPerAvax } from '../../../networks/units.ts'
import { hourSeconds, minuteSeconds } from '../../../time/time-units.ts'
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
import { backgroundValidators, delegate } from '../plan/staking-plan.ts'
import type { SignedTransaction } from '../signed.ts'
import type { Drafting, PrimaryState } from '../state.ts'
import { solo } from '../utxos/parties.ts'
import { buildPlatformImport } from './platform-builder.ts'
import { platformExport, platformTransfer } from './platform-transfers.ts'

/** Returns background traffic on the P-chain. */
export function platformTraffic(world: PrimaryState): Traffic {
  const { facts, setup } = world
  return trafficIn(world, (state, time, place) => {
    const random = (kind: string) => setup.streams.at(`${facts.network} P ${kind}`, place)
    const counts = random('traffic')
    const imports = random('imports')
    const txs = imports.chance(0.7) ? importSome(state, imports, time) : []
    for (let count = counts.int(1, 2); count > 0; count--) {
      const kind = counts.int(1, 10)
      if (facts.isActive('durango', time) && kind <= 6)
        txs.push(...transfer(state, random('transfers'), time))
      else if (kind <= 8) txs.push(...exportSome(state, random('exports'), time))
      else if (kind === 9) txs.push(...delegateSome(state, random('delegations'), time))
    }
    return txs
  })
}

function importSome(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const { facts } = state
  const ripe = importable(state, 'P', time).filter(
    // The C-chain could not export to the P-chain before Apricot 5.
    ({ from }) => from === 'X' || facts.isActive('apricotPhase5', time),
  )
  if (ripe.length === 0) return []
  const { wallet, from, imported } = random.pick(ripe)
  return [buildPlatformImport(state, { time, to: solo(wallet), from, imported })]
}

function exportSome(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const by = someone(state, random)
  const from = solo(by)
  const payment = { to: from, nAvax: someAmount(random) }
  const toContract = random.chance(0.5) && state.facts.isActive('apricotPhase5', time)
  if (!canSpend(state, { chain: 'P', payer: from, time }, payment.nAvax)) return []
  return [platformExport(state, { time, from, payment, destination: toContract ? 'C' : 'X' })]
}

function transfer(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const joint = jointParty(state, 'P')
  const by = someone(state, random)
  const from = joint && random.chance(0.15) ? joint : solo(by)
  const payments = Array.from({ length: random.int(1, 3) }, () => ({
    to: random.chance(0.1) && joint ? joint : solo(someoneElse(state, random, by)),
    nAvax: someAmount(random),
  }))
  const total = payments.reduce((sum, { nAvax }) => sum + nAvax, 0n)
  const purse = { chain: 'P', payer: from, time } as const
  if (!canSpend(state, purse, total)) return refill(state, purse)
  return [platformTransfer(state, { time, from, payments })]
}

function delegateSome(state: Drafting, random: Random, time: number): SignedTransaction[] {
  const { facts } = state
  const by = someone(state, random)
  const amount = 25n * nAvaxPerAvax + someAmount(random)
  const days = random.int(14, 60)
  const later = random.int(2 * minuteSeconds, hourSeconds)
  const validators = backgroundValidators(state)
  if (validators.length === 0) return []
  const { nodeId } = random.pick(validators)
  if (!canSpend(state, { chain: 'P', payer: solo(by), time }, amount)) return []
  const start = facts.isActive('durango', time) ? time : time + later
  return delegate(state, { time, start, days, by, nodeId, amount })
}
