import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { FaultResponse, ResponsePatch } from './fault-response.ts'
import { RequestMatch } from './request-match.ts'
import { Name } from './scalars.ts'

const milliseconds = (title: string, maximum: number, description: string) =>
  Type.Integer({ title, minimum: 0, maximum, description })

const ruleFields = {
  match: Type.Optional(
    Type.Object(RequestMatch.properties, {
      additionalProperties: false,
      title: 'Match',
      description: 'The requests that match the rule; without it, all of the four interfaces.',
    }),
  ),
  after: Type.Optional(
    Type.Integer({
      title: 'After',
      minimum: 0,
      description: 'How many matching requests go on first.',
    }),
  ),
  times: Type.Optional(
    Type.Integer({
      title: 'Times',
      minimum: 1,
      description: 'On how many requests the rule acts at most.',
    }),
  ),
  probability: Type.Optional(
    Type.Number({
      title: 'Probability',
      minimum: 0,
      maximum: 1,
      description: 'Share of the matching requests, drawn from the seed of the world.',
    }),
  ),
  delay: Type.Optional(
    closed(
      {
        ms: milliseconds('Milliseconds', 120_000, 'Milliseconds before the response.'),
        jitterMs: Type.Optional(
          milliseconds(
            'Jitter',
            120_000,
            'Maximum additional milliseconds, drawn again for each response.',
          ),
        ),
        chunkMs: Type.Optional(
          milliseconds('Between chunks', 10_000, 'Milliseconds between ten chunks of the body.'),
        ),
      },
      { title: 'Delay', description: 'A slow response.' },
    ),
  ),
  respond: Type.Optional(FaultResponse),
  patch: Type.Optional(ResponsePatch),
  connection: Type.Optional(
    oneOf(['reset', 'empty', 'truncate', 'malformed', 'hang'], {
      title: 'Connection',
      description:
        'A broken connection: reset, closed without a response, cut off in the body, malformed, ' +
        'or silent for 120 seconds.',
    }),
  ),
  cors: Type.Optional(
    Type.Literal(false, {
      title: 'CORS',
      description: 'No headers that let pages of other origins read the response.',
    }),
  ),
}

const ruleId: typeof Name = {
  ...Name,
  description: 'Name of the rule; by default rule-1, rule-2 and so on.',
}

/** Fault and the requests that match it. */
export const NewFaultRule = closed({ id: Type.Optional(ruleId), ...ruleFields })
export type NewFaultRule = Static<typeof NewFaultRule>

/** Fault rule with its id. */
export const FaultRule = Type.Object({ id: Name, ...ruleFields }, { $id: 'FaultRule' })
export type FaultRule = Static<typeof FaultRule>

const FaultRules = Type.Object({ rules: Type.Array(FaultRule) })

/** Counts of a rule since it was set. */
export const FaultCounts = Type.Object(
  {
    matched: Type.Integer({
      description: 'Requests that matched and that no earlier rule acted on.',
    }),
    acted: Type.Integer({ description: 'Requests that the rule acted on.' }),
    problem: Type.Optional(
      Type.String({ description: 'Why the patch did not fit a response, the latest one.' }),
    ),
    isAlone: Type.Optional(
      Type.Literal(true, {
        description:
          'With --shared-log, while the log cannot be reached: this replica counts by itself.',
      }),
    ),
  },
  { $id: 'FaultCounts' },
)
export type FaultCounts = Static<typeof FaultCounts>

const params = Type.Object({ id: Type.String() })

const listFaults = controlOperation({
  operationId: 'listFaults',
  method: 'GET',
  path: '/_admin/faults',
  summary: 'The rules of what goes wrong, in the order in which they are tried, and their counts',
  response: Type.Object({
    rules: Type.Array(FaultRule),
    counts: Type.Record(Type.String(), FaultCounts, { description: 'By the id of the rule.' }),
  }),
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

/** Operations of the fault rules. */
export const faultOperations = [
  listFaults,
  addFaults,
  clearFaults,
  getFault,
  setFault,
  removeFault,
] as const

/** Methods of the library for the fault rules. */
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
