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

/** Current state of a world. */
export const WorldState = Type.Object(
  {
    name: Type.String(),
    id: Type.String({ description: 'Of definition, seed and generator version.' }),
    head: Type.Integer({ description: 'Entries of the log.' }),
    fingerprint: Type.Optional(
      Type.String({ description: 'Digest of the content; here where it is known without work.' }),
    ),
    seed: Type.String(),
    size: Type.String(),
    now: Time,
    clock: ClockSetting,
    definition: Type.Object({ source: Type.String() }),
    networks: Type.Object({ mainnet: Chains, fuji: Chains }),
    file: Type.Object({
      bytes: Type.Integer({ description: 'Of its own; 0 until it is written.' }),
      kept: Type.Boolean({ description: 'Whether it survives the process.' }),
    }),
  },
  { $id: 'WorldState' },
)
export type WorldState = Static<typeof WorldState>

/** Response of an operation that creates another state. */
export const WithWorld = Type.Object({ world: WorldState })

/** Parts that a reset can name; `worlds` are all named ones. */
export const resetParts = ['world', 'faults', 'limits', 'journal', 'worlds'] as const
export type ResetPart = (typeof resetParts)[number]

const getWorld = controlOperation({
  operationId: 'getWorld',
  method: 'GET',
  path: '/_admin/world',
  summary: 'The world as it is: what it is made from, how far it came, what its file takes',
  response: WorldState,
})

const reset = controlOperation({
  operationId: 'reset',
  method: 'POST',
  path: '/_admin/reset',
  summary: 'Back to the start: all of it, or the parts that are named',
  description: 'A named world goes back to what it began with, and has no part `worlds`: 422.',
  body: closed({ parts: Type.Optional(Type.Array(oneOf(resetParts))) }),
  response: WithWorld,
  errors: ['not_possible'],
})

const exportWorld = controlOperation({
  operationId: 'exportWorld',
  method: 'GET',
  path: '/_admin/export',
  summary: 'The world as a document: definition, seed, clock and log',
  response: WorldDocument,
})

const importWorld = controlOperation({
  operationId: 'importWorld',
  method: 'POST',
  path: '/_admin/import',
  summary: 'Becomes what an export says, or stays as it is',
  description:
    'Another generator version, an entry that the world refuses (with its index), or a clock elsewhere than the log has come: 422.',
  body: WorldDocument,
  maxBodyBytes: 64 * 1024 * 1024,
  logAt: ['log'],
  response: WithWorld,
  errors: ['not_possible'],
})

export const worldOperations = [getWorld, reset, exportWorld, importWorld] as const

export const worldCall = call(getWorld, noInput)
export const resetCall = call(reset, (parts?: readonly ResetPart[]) => ({
  body: parts ? { parts: [...parts] } : {},
}))
export const exportCall = call(exportWorld, noInput)
export const importCall = call(importWorld, (document: WorldDocument) => ({ body: document }))
