import { nAvaxPerAvax } from '../../../networks/units.ts'
import { type Pace, paces } from '../../../time/pace.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../../../time/time-units.ts'
import type { Random } from '../../random.ts'
import { payerOf } from '../actors.ts'
import { type Drafting, subnetOf } from '../state.ts'
import { createChain, createSubnet, otherVm } from '../subnets/subnets.ts'
import { solo } from '../utxos/parties.ts'
import type { PlannedEvent, Planner } from './plan.ts'

/** nAVAX, more than a subnet or a chain costs. */
const atHand = nAvaxPerAvax

const firstWords = [
  ...['Amber', 'Basalt', 'Cedar', 'Cobalt', 'Delta', 'Ember', 'Harbor', 'Juniper', 'Lantern'],
  ...['Marble', 'Meridian', 'Northern', 'Orchard', 'Quartz', 'Saffron', 'Slate', 'Tidal', 'Walnut'],
]
const secondWords = [
  'Arena',
  'Bank',
  'Bridge',
  'Credit',
  'Data',
  'Games',
  'Markets',
  'Pay',
  'Rails',
]

/**
 * Plans a subnet with a chain every 20 to 40 days after the definition's now, at the pace `busy`.
 * At slower paces one in three of them is created, and none at the pace `off` or in an empty world.
 */
export function planLaterSubnets(planner: Planner): void {
  const { setup } = planner.state
  if (setup.size === 'empty') return
  const random = planner.random('later subnets')
  planner.always(
    (function* (): Generator<PlannedEvent, undefined> {
      for (let [number, time] = [1, setup.now]; ; number++) {
        time += random.int(20 * daySeconds, 40 * daySeconds)
        yield* laterSubnet(planner.state.setup, random, { number, time })
      }
    })(),
  )
}

/** Generates a subnet, and a chain of it within hours. */
function* laterSubnet(
  { wallets, pace }: Planner['state']['setup'],
  random: Random,
  { number, time }: { readonly number: number; readonly time: number },
): Generator<PlannedEvent, undefined> {
  const { name: member } = random.pick(wallets)
  const lot = random.int(1, 3)
  const chainName = `${random.pick(firstWords)} ${random.pick(secondWords)}`
  const delay = random.int(10 * minuteSeconds, 5 * hourSeconds)
  // No action can give a subnet such a name.
  const name = `(everyday ${number})`
  const paidBy = (state: Drafting, at: number) =>
    payerOf(state, { by: solo(state.cast.wallet(member)), time: at, amount: atHand })
  const event = { chain: 'P', pointer: '/primary/subnets' } as const
  yield {
    ...event,
    time,
    act(state, at) {
      const payer = paidBy(state, at)
      if (lot > lotsAt(pace()) || !payer) return []
      const owner = solo(state.cast.wallet(member))
      return [createSubnet(state, { time: at, payer, owner, name })]
    },
  }
  yield {
    ...event,
    time: time + delay,
    act(state, at) {
      const payer = paidBy(state, at)
      if (state.names.get(`subnet ${name}`) === undefined || !payer) return []
      const chain = { name: chainName, vm: otherVm }
      const subnet = subnetOf(state, name)
      return [createChain(state, { time: at, payer, subnet, chain, holders: [] })]
    },
  }
  return undefined
}

/** Returns how many of three lots make a subnet. */
const lotsAt = (pace: Pace): number => (pace >= paces.busy ? 3 : pace > 0 ? 1 : 0)
