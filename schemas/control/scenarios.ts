import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { Duration, NetworkName } from './scalars.ts'

const Share = Type.Number({ minimum: 0, maximum: 1, description: 'Of 1.' })
const Chain = Type.String({ description: 'P, X, C, or the EVM chain id of an L1.' })

/** Scenarios by name: each shows a part of the world as it is not. */
export const scenarioSchemas = {
  'indexer-lag': Type.Union(
    [
      closed({ duration: Duration }),
      closed({ blocks: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
    ],
    {
      description:
        'What happens from now on reaches interfaces A and B that much later, by the clock or in blocks of the network; C and D show it at once.',
      mustBe: '{"duration": …} or {"blocks": 1 to 10000}',
    },
  ),
  'indexer-stall': closed(
    {},
    { description: 'A and B stay at the present until it is removed, then they catch up at once.' },
  ),
  'duplicate-utxo': closed(
    { network: Type.Optional(NetworkName), chain: Type.Optional(Chain) },
    {
      description: 'The first UTXO of each list of UTXOs stands there twice; balances stay.',
    },
  ),
  'missing-chain': closed(
    { network: Type.Optional(NetworkName), chain: Chain },
    {
      description:
        'Lists of chains leave it out and its paths are 404; messages and balances elsewhere still name it.',
    },
  ),
  'zero-weight-validators': closed(
    {},
    { description: 'Active L1 validators are listed with weight 0.' },
  ),
  'partial-signatures': closed(
    { share: Share },
    {
      description:
        'Validators are silent, in canonical order, until at least that share of the weight is.',
    },
  ),
  node: closed(
    { personality: oneOf(['public', 'private', 'bootstrapping', 'index-off']) },
    {
      description:
        'public withholds getNodeID, getNodeIP and getVMs, private answers all; bootstrapping has not caught up with any chain; index-off has no /ext/index.',
    },
  ),
  'short-pages': closed(
    { most: Type.Integer({ minimum: 1 }) },
    { description: 'Pages of A and B hold at most that many items; a token leads to the rest.' },
  ),
  sparse: closed(
    { share: Share },
    {
      description:
        'Of the fields that A and B mark optional that share is left out, the same ones each time.',
    },
  ),
} as const satisfies Readonly<Record<string, TSchema>>

export type ScenarioName = keyof typeof scenarioSchemas
export type ScenarioFields<Name extends ScenarioName> = Static<(typeof scenarioSchemas)[Name]>
type AnyFields = ScenarioFields<ScenarioName>

/** Active scenarios. */
export type ActiveScenarios = { readonly [Name in ScenarioName]?: ScenarioFields<Name> }

const AnyScenario = Type.Unsafe<AnyFields>(
  // The name selects the one schema that reads the fields.
  Type.Object({}, { anyOf: Object.values(scenarioSchemas) }),
)

const params = Type.Object({ name: Type.String() })

const listScenarios = controlOperation({
  operationId: 'listScenarios',
  method: 'GET',
  path: '/_admin/scenarios',
  summary: 'The scenarios that are set, by name',
  response: Type.Object({
    scenarios: Type.Unsafe<ActiveScenarios>(Type.Partial(Type.Object({ ...scenarioSchemas }))),
  }),
})

const getScenario = controlOperation({
  operationId: 'getScenario',
  method: 'GET',
  path: '/_admin/scenarios/{name}',
  summary: 'The fields of a scenario; 404 for one that is not set',
  params,
  response: AnyScenario,
  errors: ['not_found'],
})

const setScenario = controlOperation({
  operationId: 'setScenario',
  method: 'PUT',
  path: '/_admin/scenarios/{name}',
  summary: 'Sets a scenario, or gives it other fields',
  params,
  body: AnyScenario,
  response: AnyScenario,
  errors: ['not_found', 'not_possible'],
})

const removeScenario = controlOperation({
  operationId: 'removeScenario',
  method: 'DELETE',
  path: '/_admin/scenarios/{name}',
  summary: 'Ends a scenario, if it is set; 404 for a name that no scenario has',
  params,
  errors: ['not_found'],
})

export const scenarioOperations = [listScenarios, getScenario, setScenario, removeScenario] as const

/** Name with its fields, which may be absent if the scenario has none. */
type NameAndFields = {
  [Name in ScenarioName]: Record<never, never> extends ScenarioFields<Name>
    ? [name: Name, fields?: ScenarioFields<Name>]
    : [name: Name, fields: ScenarioFields<Name>]
}[ScenarioName]

export const scenarioCalls = {
  list: call(listScenarios, noInput),
  get: call(getScenario, (name: ScenarioName) => ({ params: { name } })),
  set: call(setScenario, (...[name, fields = {}]: NameAndFields) => ({
    params: { name },
    body: fields as AnyFields,
  })),
  remove: call(removeScenario, (name: ScenarioName) => ({ params: { name } })),
}
