import type { ControlOperation } from '../../schemas/control/control-operation.ts'
import type { controlOperations } from '../../schemas/control/operations.ts'
import type { JournalReader } from '../http/journal/journal.ts'
import type { ProcessMeters } from '../http/server/process-meters.ts'
import type { WorldHandle } from '../http/worlds/world-handle.ts'
import type { Worlds } from '../http/worlds/worlds.ts'
import { ControlError, orNoSpace } from './control-error.ts'
import type { Caller, Group } from './group.ts'
import { actGroup } from './groups/actions.ts'
import { blockGroup } from './groups/blocks.ts'
import { castGroup } from './groups/cast.ts'
import { checkGroup } from './groups/checks.ts'
import { clockGroup } from './groups/clock.ts'
import { documentGroup } from './groups/documents.ts'
import { faultGroup } from './groups/faults.ts'
import { gapGroup } from './groups/gaps.ts'
import { metricsGroup } from './groups/metrics.ts'
import { requestGroup } from './groups/requests.ts'
import { scenarioGroup } from './groups/scenarios.ts'
import { snapshotGroup } from './groups/snapshots.ts'
import { describeWorld, worldGroup } from './groups/world.ts'
import { namedWorldGroup } from './groups/worlds.ts'
import { healthGroup } from './health.ts'
import { type RawInput, readInput } from './input.ts'
import { limitGroup } from './limits.ts'
import { webhookGroup } from './webhooks.ts'

/** Control plane of one world: every operation, run by its group. */
export interface Control {
  /**
   * Reads the input by the operation's schemas and runs the operation.
   * @throws ControlError
   */
  perform(operation: ControlOperation, input: RawInput, caller: Caller): Promise<unknown>
}

/**
 * Creates the control plane of a world.
 * @param operations names of all operations of the four interfaces
 * @param journal visible requests to the world
 */
export function createControl(
  handle: WorldHandle,
  worlds: Worlds,
  meters: ProcessMeters,
  operations: readonly string[],
  journal: JournalReader = handle.journal,
): Control {
  const { world, faults } = handle
  const groups: Group<typeof controlOperations> = {
    ...healthGroup(world, meters.errors, worlds.disk),
    ...metricsGroup(worlds, meters),
    ...worldGroup(handle, worlds),
    ...actGroup(world),
    ...blockGroup(world),
    ...clockGroup(world),
    ...checkGroup(world),
    ...snapshotGroup(world, describeWorld(handle, worlds)),
    ...castGroup(world),
    ...namedWorldGroup(worlds),
    ...faultGroup(faults, operations),
    ...scenarioGroup(handle),
    ...limitGroup(handle),
    ...requestGroup(journal, world, operations),
    ...webhookGroup(handle),
    ...gapGroup(),
    ...documentGroup(),
  }
  const byId = new Map<string, (input: never, caller: Caller) => unknown>(Object.entries(groups))
  return {
    async perform(operation, raw, caller) {
      const input = await readInput(operation, raw)
      try {
        return await byId.get(operation.operationId)?.(input as never, caller)
      } catch (error) {
        if (world.isClosed && !(error instanceof ControlError))
          throw new ControlError(
            'not_found',
            `the world ${handle.name} was removed, or the server is stopping; nothing was changed`,
          )
        throw orNoSpace(error)
      }
    },
  }
}
