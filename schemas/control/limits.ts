import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { KeyEntry } from '../keys.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'

const Auth = oneOf(['off', 'known', 'required'])

const { key: _, digest: __, ...publicFields } = KeyEntry.properties

/** Limits of clients; keys appear by their first four characters. */
export const Limits = Type.Object(
  {
    rateLimit: Type.String({ description: 'Value of --rate-limit.' }),
    auth: Auth,
    keys: Type.Array(Type.Object({ prefix: Type.String(), ...publicFields })),
  },
  { $id: 'Limits' },
)
export type Limits = Static<typeof Limits>

/** Change of the limits: the given fields. */
export const LimitsChange = closed({
  rateLimit: Type.Optional(Type.String({ description: 'Value of --rate-limit.' })),
  auth: Type.Optional(Auth),
  keys: Type.Optional(Type.Array(KeyEntry)),
})
export type LimitsChange = Static<typeof LimitsChange>

const getLimits = controlOperation({
  operationId: 'getLimits',
  method: 'GET',
  path: '/_admin/limits',
  summary: 'Returns the rate limit, the mode of authentication and the known keys',
  response: Limits,
})

const setLimits = controlOperation({
  operationId: 'setLimits',
  method: 'PUT',
  path: '/_admin/limits',
  summary: 'Replaces the given fields; all rate windows begin again',
  body: LimitsChange,
  response: Limits,
})

/** Operations of the limits. */
export const limitOperations = [getLimits, setLimits] as const

/** Methods of the library for the limits. */
export const limitCalls = {
  get: call(getLimits, noInput),
  set: call(setLimits, (change: LimitsChange) => ({ body: change })),
}
