import { gasAfter, gasPrice, platformFeeConfig } from '../../formats/p-chain-complexity.ts'
import { defineMethod } from '../../json-rpc/method.ts'
import { statement } from '../../store/statement.ts'
import { secondsText } from '../../time/time-text.ts'
import type { World } from '../../world/world.ts'

/** `platform.getFeeConfig` (ACP-103) */
export const getFeeConfig = defineMethod('platform.getFeeConfig', {}, () => platformFeeConfig)

/** `platform.getFeeState`: what a transaction that is issued now pays. */
export const getFeeState = defineMethod('platform.getFeeState', {}, (world) => {
  const now = presentOf(world)
  const row = world.get(selectGas, { network: world.nodeNetwork })
  const { capacity, excess } = gasAfter(
    { capacity: row?.gas_capacity ?? 0, excess: BigInt(row?.gas_excess ?? 0) },
    Math.max(0, now - (row?.timestamp ?? now)),
  )
  return {
    capacity,
    excess: Number(excess),
    price: Number(gasPrice(excess)),
    timestamp: secondsText(now),
  }
})

/** `platform.getValidatorFeeConfig`: continuous fees of L1 validators (ACP-77). */
export const getValidatorFeeConfig = defineMethod('platform.getValidatorFeeConfig', {}, () => ({
  capacity: 20_000,
  target: 10_000,
  minPrice: l1Price,
  excessConversionConstant: 1_246_488_515,
}))

/** `platform.getValidatorFeeState`: no L1 pays more than the lowest price. */
export const getValidatorFeeState = defineMethod('platform.getValidatorFeeState', {}, (world) => ({
  excess: 0,
  price: l1Price,
  timestamp: secondsText(presentOf(world)),
}))

/** nAVAX that an L1 validator pays for a second. */
const l1Price = 512

/** Returns the present of a world, epoch seconds. */
export const presentOf = (world: World): number => Math.max(world.now, world.clock.nowSeconds())

const selectGas = statement<
  { network: string },
  { timestamp: number; gas_capacity: number | null; gas_excess: number | null }
>(`
  SELECT timestamp, gas_capacity, gas_excess FROM primary_block
  WHERE network = :network AND chain = 'P' ORDER BY height DESC LIMIT 1`)
