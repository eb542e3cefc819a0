import { randomBytes } from 'node:crypto'
import type { ClockChange } from '../../schemas/control/clock.ts'
import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import type { Wellbeing } from '../../schemas/control/health.ts'
import type { LimitsChange } from '../../schemas/control/limits.ts'
import type { Settling } from '../../schemas/control/webhooks.ts'
import type { WorldState } from '../../schemas/control/world.ts'
import type { Control } from '../control/control.ts'
import { ControlError } from '../control/control-error.ts'
import type { Caller } from '../control/group.ts'
import { readInput } from '../control/input.ts'
import { settleMs } from '../control/webhooks.ts'
import { withoutKey } from '../http/guards/auth.ts'
import type { WorldHandle } from '../http/worlds/world-handle.ts'
import type { AdvanceRequests } from './advances/advance-requests.ts'
import type { AdvanceInput } from './advances/advances-in-parts.ts'
import type { ReplicaDeliveries } from './callers/replica-deliveries.ts'
import type { LogFollower } from './following/log-follower.ts'
import { LogUnavailableError } from './log-unavailable-error.ts'
import { type Proposal, type Proposals, resultOf } from './proposals.ts'
import { isRecorded, needsRequests } from './recorded-operations.ts'
import { type RememberedOutcomes, requestDigest } from './remembered-outcomes.ts'
import { readinessOf, replicaState } from './replica-state.ts'
import type { SharedRequests } from './requests/shared-requests.ts'

interface OperationsOf {
  /** Name of this replica. */
  readonly name: string
  readonly follower: LogFollower
  readonly proposals: Proposals
  readonly remembered: Pick<RememberedOutcomes, 'has'>
  readonly requests: SharedRequests
  readonly advances: AdvanceRequests
  readonly deliveries: ReplicaDeliveries
  /** Returns an open world. */
  handleOf(world: string): WorldHandle | undefined
  /** Returns why this replica leaves; undefined: it stays. */
  leaves(): string | undefined
}

/** Operations of the control plane: those that change what replicas share are records. */
export class OrderedOperations {
  readonly #of: OperationsOf

  constructor(of: OperationsOf) {
    this.#of = of
  }

  /** Performs an operation on a world. @throws ControlError */
  async perform(
    world: string,
    control: Control,
    ...[operation, raw, caller]: Parameters<Control['perform']>
  ): Promise<unknown> {
    const { name, follower, requests, handleOf, leaves } = this.#of
    const perform = () => control.perform(operation, raw, caller)
    if (operation.operationId === 'getReady') {
      const reason = leaves() ?? follower.notReady
      return readinessOf((await perform()) as Wellbeing, follower.position, reason)
    }
    if (operation.operationId === 'getWorld')
      return { ...((await perform()) as WorldState), replica: replicaState(name, follower) }
    if (needsRequests(operation)) {
      await readInput(operation, raw)
      const handle = handleOf(world)
      if (handle) await requests.collect(handle, operation, caller)
    }
    if (!isRecorded(operation)) return perform().catch(unavailableWithoutLog)
    // A request that does not fit its schema is refused here, and is no record.
    await readInput(operation, raw)
    const { params, query, body } = raw
    const { idempotencyKey: key } = caller
    const input = { world, do: operation.operationId, input: { params, query, body } }
    const recorded = { ...input, input: { params, query, body: withoutKeys(operation, body) } }
    const record =
      key === undefined ? recorded : { ...recorded, key, request: requestDigest(input, key) }
    return this.#order(record, body, caller).catch(unavailableWithoutLog)
  }

  /** Makes an operation a record, or several. */
  #order(record: Proposal, body: unknown, caller: Caller): Promise<unknown> {
    const { advances, deliveries, handleOf } = this.#of
    const handle = handleOf(record.world)
    if (handle && record.do === 'advanceClock') {
      const { wait = true } = body as AdvanceInput
      return advances.perform(handle, record, caller, wait)
    }
    if (handle && record.do === 'settleDeliveries') {
      const { timeoutMs = settleMs } = body as Settling
      const counting = { ...record, input: { body: { timeoutMs: 0 } } }
      return deliveries.settle(handle, timeoutMs, () => this.#propose(counting, caller))
    }
    if (handle && record.do === 'setClock')
      return this.#setClock(handle, body as ClockChange, record, caller)
    return this.#propose(record, caller)
  }

  /** Sets a clock to a later time: the way there is an advance in parts. */
  async #setClock(
    handle: WorldHandle,
    { now, ...rest }: ClockChange,
    record: Proposal,
    caller: Caller,
  ): Promise<unknown> {
    const { remembered, advances } = this.#of
    const isRepeated = record.key !== undefined && remembered.has(record.key)
    if (now === undefined || isRepeated || !(await advances.goTo(handle, now, caller, rest)))
      return this.#propose(record, caller)
    return this.#propose({ ...record, input: { body: rest } }, caller)
  }

  async #propose(record: Proposal, caller: Caller): Promise<unknown> {
    const { outcome, isReplayed } = await this.#of.proposals.propose(record)
    if (isReplayed) caller.reportReplayed?.()
    return resultOf(outcome)
  }
}

/** Returns the body of an operation as the log has it: with digests in place of API keys. */
function withoutKeys({ operationId }: ControlOperation, body: unknown): unknown {
  const { keys, ...rest } = (body ?? {}) as LimitsChange
  if (operationId !== 'setLimits' || !keys) return body
  const salt = randomBytes(16).toString('hex')
  // An entry with both is refused where it is applied.
  return {
    ...rest,
    keys: keys.map((entry) =>
      entry.digest && entry.key !== undefined ? { ...entry, key: '…' } : withoutKey(entry, salt),
    ),
  }
}

/** Gives an operation without an outcome the response of the control plane. */
function unavailableWithoutLog(error: unknown): never {
  if (!(error instanceof LogUnavailableError)) throw error
  throw new ControlError('unavailable', error.message, { outcome: error.outcome })
}
