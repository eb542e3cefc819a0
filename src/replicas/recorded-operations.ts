import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import { ControlError } from '../control/control-error.ts'
import type { RawInput } from '../control/input.ts'
import { quote } from '../util/quote.ts'

/**
 * Operations of the control plane that are records: each replica performs them in one order. Rules
 * and limits are the same everywhere, but each replica counts its own requests (G-350).
 */
const recorded: ReadonlySet<string> = new Set([
  ...['act', 'makeBlocks', 'setClock', 'advanceClock', 'reset', 'importWorld'],
  ...['saveSnapshot', 'restoreSnapshot', 'removeSnapshot', 'createWorld', 'removeWorld'],
  ...['addFaults', 'setFault', 'removeFault', 'clearFaults'],
  ...['setScenario', 'removeScenario', 'setLimits'],
])

/** Operations that replicas do not have. G-353 */
const missing: ReadonlySet<string> = new Set([
  ...['stopAdvance', 'replayMessages', 'settleDeliveries', 'retryDelivery'],
])

/** Tells whether an operation changes what all replicas share. */
export const isRecorded = ({ operationId }: ControlOperation): boolean => recorded.has(operationId)

/**
 * Refuses what replicas cannot do yet: a clock that moves by itself (G-354), and work that goes on
 * after its response.
 * @throws ControlError
 */
export function refuseUnshared(
  { operationId, method, path }: ControlOperation,
  { body }: RawInput,
): void {
  if (missing.has(operationId))
    throw new ControlError(
      'not_possible',
      `${method} ${path} (${operationId}) does not work on a server with --shared-log`,
    )
  if (memberOf(body, 'mode') !== undefined && operationId === 'setClock')
    refuseMoving(memberOf(body, 'mode'), '/mode')
  if (operationId === 'importWorld')
    refuseMoving(memberOf(memberOf(body, 'clock'), 'mode'), '/clock/mode')
  if (operationId === 'createWorld') {
    const clock = memberOf(memberOf(memberOf(body, 'from'), 'export'), 'clock')
    refuseMoving(memberOf(clock, 'mode'), '/from/export/clock/mode')
  }
  if (operationId === 'advanceClock' && memberOf(body, 'wait') === false)
    throw new ControlError(
      'not_possible',
      '/wait must be absent or true with --shared-log, found false',
      { pointer: '/wait' },
    )
}

function refuseMoving(mode: unknown, pointer: string): void {
  if (mode === undefined || mode === 'frozen') return
  throw new ControlError(
    'not_possible',
    `${pointer} must be frozen with --shared-log, found ${quote(mode)}`,
    { pointer },
  )
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
