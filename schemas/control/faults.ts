import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { InterfaceName, Name, NetworkName, PathGlob } from './scalars.ts'

const Milliseconds = Type.Integer({ minimum: 0, maximum: 120_000 })

/** Filter of requests: a request has to match all of it. */
export const RequestMatch = closed({
  interface: Type.Optional(InterfaceName),
  operation: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'As in the contract: listErc20Transfers, info.peers.',
    }),
  ),
  method: Type.Optional(Type.String()),
  path: Type.Optional(PathGlob),
  network: Type.Optional(NetworkName),
  key: Type.Optional(Type.String({ description: 'The API key, whole.' })),
})
export type RequestMatch = Static<typeof RequestMatch>

const ruleFields = {
  match: Type.Optional(RequestMatch),
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  times: Type.Optional(Type.Integer({ minimum: 1 })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  delay: Type.Optional(
    closed({
      ms: Milliseconds,
      jitterMs: Type.Optional(Milliseconds),
      chunkMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    }),
  ),
  respond: Type.Optional(
    closed({
      status: Type.Integer({ minimum: 300, maximum: 599 }),
      message: Type.Optional(Type.String()),
      headers: Type.Optional(
        Type.Record(
          Type.String(),
          Type.String({ pattern: '^[\\x20-\\x7e]*$', mustBe: 'the text of a header' }),
        ),
      ),
    }),
  ),
  connection: Type.Optional(oneOf(['reset', 'empty', 'truncate', 'malformed', 'hang'])),
  cors: Type.Optional(Type.Literal(false)),
}

/** Fault and the requests that meet it. */
export const NewFaultRule = closed({ id: Type.Optional(Name), ...ruleFields })
export type NewFaultRule = Static<typeof NewFaultRule>

export const FaultRule = Type.Object({ id: Name, ...ruleFields }, { $id: 'FaultRule' })
export type FaultRule = Static<typeof FaultRule>

const FaultRules = Type.Object({ rules: Type.Array(FaultRule) })

const params = Type.Object({ id: Type.String() })

const listFaults = controlOperation({
  operationId: 'listFaults',
  method: 'GET',
  path: '/_admin/faults',
  summary: 'The rules of what goes wrong, in the order in which they are tried',
  response: FaultRules,
})

const addFaults = controlOperation({
  operationId: 'addFaults',
  method: 'POST',
  path: '/_admin/faults',
  summary: 'Adds a rule, or several, behind those that there are',
  description: 'A rule, or `rules` and nothing else. A rule without an id is given one.',
  body: closed({
    ...NewFaultRule.properties,
    rules: Type.Optional(Type.Array(NewFaultRule, { minItems: 1, maxItems: 1000 })),
  }),
  response: FaultRules,
  status: 201,
  errors: ['conflict', 'not_possible'],
})

const clearFaults = controlOperation({
  operationId: 'clearFaults',
  method: 'DELETE',
  path: '/_admin/faults',
  summary: 'Removes all rules',
})

const getFault = controlOperation({
  operationId: 'getFault',
  method: 'GET',
  path: '/_admin/faults/{id}',
  summary: 'A rule',
  params,
  response: FaultRule,
  errors: ['not_found'],
})

const setFault = controlOperation({
  operationId: 'setFault',
  method: 'PUT',
  path: '/_admin/faults/{id}',
  summary: 'Makes a rule, or replaces it in its place; its counts begin again',
  params: Type.Object({ id: Name }),
  body: NewFaultRule,
  response: FaultRule,
  errors: ['not_possible'],
})

const removeFault = controlOperation({
  operationId: 'removeFault',
  method: 'DELETE',
  path: '/_admin/faults/{id}',
  summary: 'Removes a rule',
  params,
  errors: ['not_found'],
})

export const faultOperations = [
  listFaults,
  addFaults,
  clearFaults,
  getFault,
  setFault,
  removeFault,
] as const

export const faultCalls = {
  add: call(addFaults, (rules: NewFaultRule | NewFaultRule[]) => ({
    body: Array.isArray(rules) ? { rules } : rules,
  })),
  list: call(listFaults, noInput),
  get: call(getFault, (id: string) => ({ params: { id } })),
  set: call(setFault, (id: string, rule: NewFaultRule) => ({ params: { id }, body: rule })),
  remove: call(removeFault, (id: string) => ({ params: { id } })),
  clear: call(clearFaults, noInput),
}
