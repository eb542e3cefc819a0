import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { Name, Time } from './scalars.ts'
import { WithWorld } from './world.ts'
import { Unusable } from './worlds.ts'

/** Named moment of a world: its log and its clock. */
export const SavedSnapshot = Type.Object(
  { name: Name, head: Type.Integer({ description: 'Number of entries in the log.' }), now: Time },
  { $id: 'SavedSnapshot' },
)
export type SavedSnapshot = Static<typeof SavedSnapshot>

const params = Type.Object({ name: Name })

const listSnapshots = controlOperation({
  operationId: 'listSnapshots',
  method: 'GET',
  path: '/_admin/snapshots',
  summary: 'Lists the snapshots of the world by name',
  response: Type.Object({
    snapshots: Type.Array(SavedSnapshot),
    unusable: Type.Optional(Type.Array(Unusable)),
  }),
})

const saveSnapshot = controlOperation({
  operationId: 'saveSnapshot',
  method: 'POST',
  path: '/_admin/snapshots',
  summary: 'Saves the state of the world under the given name, or under a generated one',
  description:
    'A snapshot contains the log and the clock, but no faults or limits. A used name is a 409.',
  body: closed({ name: Type.Optional(Name) }),
  response: SavedSnapshot,
  status: 201,
  errors: ['conflict', 'not_possible'],
})

const restoreSnapshot = controlOperation({
  operationId: 'restoreSnapshot',
  method: 'POST',
  path: '/_admin/snapshots/{name}/restore',
  summary: 'Restores a snapshot, as often as you like; all snapshots stay',
  params,
  response: WithWorld,
  errors: ['conflict'],
})

const removeSnapshot = controlOperation({
  operationId: 'removeSnapshot',
  method: 'DELETE',
  path: '/_admin/snapshots/{name}',
  summary: 'Removes a snapshot',
  params,
})

/** Operations of snapshots. */
export const snapshotOperations = [
  listSnapshots,
  saveSnapshot,
  restoreSnapshot,
  removeSnapshot,
] as const

/** Methods of the library for snapshots. */
export const snapshotCalls = {
  list: call(listSnapshots, noInput),
  save: call(saveSnapshot, (name?: string) => ({ body: name === undefined ? {} : { name } })),
  restore: call(restoreSnapshot, (name: string) => ({ params: { name } })),
  remove: call(removeSnapshot, (name: string) => ({ params: { name } })),
}
