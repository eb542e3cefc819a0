import { type Static, Type } from '@sinclair/typebox'
import { worldSizes } from '../../src/config/config.ts'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { Name, Seed, Time } from './scalars.ts'
import { WorldDocument } from './world-document.ts'

/** World of the server. */
export const ListedWorld = Type.Object(
  {
    name: Name,
    head: Type.Integer({ description: 'Number of entries in the log.' }),
    now: Time,
    declared: Type.Boolean({
      description: 'False for a world that a request created by naming it.',
    }),
    bytes: Type.Integer({
      description: "Bytes of the world's own file; 0 until its first change.",
    }),
  },
  { $id: 'ListedWorld' },
)
export type ListedWorld = Static<typeof ListedWorld>

/** World or snapshot of an earlier process in `--data-dir`, whose files are damaged. */
export const Unusable = Type.Object(
  {
    name: Type.String(),
    reason: Type.String({ description: 'The file, its problem, and what to do.' }),
  },
  { $id: 'Unusable' },
)
export type Unusable = Static<typeof Unusable>

/** Initial state of a new world: by default the base of the main world. */
export const NewWorld = closed({
  from: Type.Optional(
    Type.Union(
      [Type.Literal('default'), closed({ snapshot: Name }), closed({ export: WorldDocument })],
      { mustBe: '"default", {"snapshot": NAME} or {"export": …}' },
    ),
  ),
  size: Type.Optional(oneOf(worldSizes)),
  seed: Type.Optional(Seed),
})
export type NewWorld = Static<typeof NewWorld>

const params = Type.Object({ name: Name })

const listWorlds = controlOperation({
  operationId: 'listWorlds',
  method: 'GET',
  path: '/_admin/worlds',
  summary: 'Lists all worlds, the main one first',
  response: Type.Object({
    worlds: Type.Array(ListedWorld),
    unusable: Type.Optional(Type.Array(Unusable)),
  }),
})

const createWorld = controlOperation({
  operationId: 'createWorld',
  method: 'PUT',
  path: '/_admin/worlds/{name}',
  summary: 'Creates a world with its own log, clock, faults, limits and journal',
  description:
    'It begins as the main world, as a snapshot of it, as an export, or new with any size and seed. A used name is a 409. Too many worlds are a 422, and so is a large world that was not built before.',
  params,
  body: NewWorld,
  maxBodyBytes: 64 * 1024 * 1024,
  logAt: ['from', 'export', 'log'],
  response: ListedWorld,
  status: 201,
  errors: ['conflict', 'not_possible'],
})

const removeWorld = controlOperation({
  operationId: 'removeWorld',
  method: 'DELETE',
  path: '/_admin/worlds/{name}',
  summary: 'Removes a named world; 422 for the main world',
  params,
  errors: ['not_possible'],
})

/** Operations of named worlds. */
export const namedWorldOperations = [listWorlds, createWorld, removeWorld] as const

/** Methods of the library for named worlds. */
export const namedWorldCalls = {
  list: call(listWorlds, noInput),
  create: call(createWorld, (name: string, world: NewWorld = {}) => ({
    params: { name },
    body: world,
  })),
  remove: call(removeWorld, (name: string) => ({ params: { name } })),
}
