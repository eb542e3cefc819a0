import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { Time } from './scalars.ts'
import { ClockSetting, WorldDocument } from './world-document.ts'

/** Height and time of a chain. */
const ChainHead = Type.Object({ height: Type.Integer(), time: Time })

const Chains = Type.Record(Type.String(), ChainHead, {
  description: 'P, X, C, and L1s by their EVM chain id.',
})

/** What a replica knows about the log that it shares with others. */
export const ReplicaState = Type.Object(
  {
    name: Type.String({ description: 'Name of the replica that responds.' }),
    position: Type.Integer({ description: 'Position of the last record that it has applied.' }),
    head: Type.Integer({ description: 'Position of the end of the log, as far as it knows.' }),
    engine: oneOf(['up', 'away'], {
      description:
        'Whether the database of the log responds, as it does or does not since `since`.',
    }),
    since: Time,
    live: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the replica.' }),
        position: Type.Integer({ description: 'Position of the last record that it has applied.' }),
        version: Type.String({ description: 'Generator version, and format of the records.' }),
      }),
      { description: 'Live replicas at the last contact, by name.' },
    ),
  },
  {
    $id: 'ReplicaState',
    description: 'The replica that responds, and the log that it shares with others.',
  },
)
export type ReplicaState = Static<typeof ReplicaState>

/** Current state of a world. */
export const WorldState = Type.Object(
  {
    name: Type.String(),
    id: Type.String({ description: 'Digest of definition, seed, size and generator version.' }),
    head: Type.Integer({ description: 'Number of entries in the log.' }),
    fingerprint: Type.Optional(
      Type.String({ description: 'Digest of the content, if it is known without work.' }),
    ),
    seed: Type.String(),
    size: Type.String(),
    now: Time,
    clock: ClockSetting,
    definition: Type.Object({ source: Type.String() }),
    networks: Type.Object({ mainnet: Chains, fuji: Chains }),
    file: Type.Object({
      bytes: Type.Integer({
        description: "Bytes of the world's own file; 0 until its first change.",
      }),
      kept: Type.Boolean({ description: 'Whether it survives the process.' }),
    }),
    replica: Type.Optional(ReplicaState),
  },
  { $id: 'WorldState' },
)
export type WorldState = Static<typeof WorldState>

/** Response of an operation that creates another state. */
export const WithWorld = Type.Object({ world: WorldState })

/** Parts that a reset can name; `worlds` are all named ones. */
export const resetParts = ['world', 'faults', 'limits', 'journal', 'worlds'] as const
/** Part that a reset can name. */
export type ResetPart = (typeof resetParts)[number]

const getWorld = controlOperation({
  operationId: 'getWorld',
  method: 'GET',
  path: '/_admin/world',
  summary:
    'Returns the definition, seed and size of the world, its log length, and the bytes of its file',
  response: WorldState,
})

const reset = controlOperation({
  operationId: 'reset',
  method: 'POST',
  path: '/_admin/reset',
  summary: 'Resets the world to its initial state, or the given parts of it',
  description:
    'The part `world` is the log, the clock and all snapshots. A named world returns to its own ' +
    'initial state. For it the part `worlds` is a 422.',
  body: closed({ parts: Type.Optional(Type.Array(oneOf(resetParts))) }),
  response: WithWorld,
  errors: ['not_possible'],
})

const exportWorld = controlOperation({
  operationId: 'exportWorld',
  method: 'GET',
  path: '/_admin/export',
  summary: 'Returns the world as a document: definition, seed, clock and log',
  response: WorldDocument,
})

const importWorld = controlOperation({
  operationId: 'importWorld',
  method: 'POST',
  path: '/_admin/import',
  summary: 'Replaces the world by an export; a refused export changes nothing',
  description:
    'A 422 names the reason: another generator version, the index of a refused entry, or a clock that does not fit the log.',
  body: WorldDocument,
  maxBodyBytes: 64 * 1024 * 1024,
  logAt: ['log'],
  response: WithWorld,
  errors: ['not_possible'],
})

/** Operations of the world. */
export const worldOperations = [getWorld, reset, exportWorld, importWorld] as const

/** Method of the library for the world. */
export const worldCall = call(getWorld, noInput)
/** Method of the library for the world. */
export const resetCall = call(reset, (parts?: readonly ResetPart[]) => ({
  body: parts ? { parts: [...parts] } : {},
}))
/** Method of the library for the world. */
export const exportCall = call(exportWorld, noInput)
/** Method of the library for the world. */
export const importCall = call(importWorld, (document: WorldDocument) => ({ body: document }))
