import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { closed } from '../definition/common.ts'
import { oneOf } from '../scalars.ts'
import { call, controlOperation, noInput } from './control-operation.ts'
import { Duration, NetworkName } from './scalars.ts'

const Share = Type.Number({ minimum: 0, maximum: 1, description: 'Share from 0 to 1.' })
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
        'The Data and Metrics APIs show later events with a delay, by the clock or in blocks of the network. The node shows them at once.',
      mustBe: '{"duration": …} or {"blocks": 1 to 10000}',
    },
  ),
  'indexer-stall': closed(
    {},
    {
      description:
        'The Data and Metrics APIs stay at this time until the scenario is removed. Then they catch up at once.',
    },
  ),
  'duplicate-utxo': closed(
    { network: Type.Optional(NetworkName), chain: Type.Optional(Chain) },
    {
      description: 'Each list of UTXOs has its first UTXO twice. Balances stay.',
    },
  ),
  'missing-chain': closed(
    { network: Type.Optional(NetworkName), chain: Chain },
    {
      description:
        'Lists of chains leave out the chain, and its paths are 404. Messages and balances elsewhere still name it.',
    },
  ),
  'zero-weight-validators': closed(
    {},
    { description: 'Lists show active L1 validators with weight 0.' },
  ),
  'partial-signatures': closed(
    { share: Share },
    {
      description:
        'Validators do not sign, in canonical order, up to at least this share of the weight.',
    },
  ),
  node: closed(
    { personality: oneOf(['public', 'private', 'bootstrapping', 'index-off']) },
    {
      description:
        '`public` refuses getNodeID, getNodeIP and getVMs; `private` answers all methods; `bootstrapping` has not caught up with any chain; `index-off` has no /ext/index.',
    },
  ),
  'short-pages': closed(
    { most: Type.Integer({ minimum: 1 }) },
    {
      description:
        'Pages of the Data and Metrics APIs have at most this many items. A token leads to the rest.',
    },
  ),
  sparse: closed(
    { share: Share },
    {
      description:
        'The Data and Metrics APIs leave out this share of their optional fields, the same ones each time.',
    },
  ),
} as const satisfies Readonly<Record<string, TSchema>>

/** Name of a scenario. */
export type ScenarioName = keyof typeof scenarioSchemas
/** Fields of a scenario. */
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
  summary: 'Lists the active scenarios by name',
  response: Type.Object({
    scenarios: Type.Unsafe<ActiveScenarios>(Type.Partial(Type.Object({ ...scenarioSchemas }))),
  }),
})

const getScenario = controlOperation({
  operationId: 'getScenario',
  method: 'GET',
  path: '/_admin/scenarios/{name}',
  summary: 'Returns the fields of a scenario; 404 for one that is not active',
  params,
  response: AnyScenario,
  errors: ['not_found'],
})

const setScenario = controlOperation({
  operationId: 'setScenario',
  method: 'PUT',
  path: '/_admin/scenarios/{name}',
  summary: 'Starts a scenario, or replaces its fields',
  params,
  body: AnyScenario,
  response: AnyScenario,
  errors: ['not_found', 'not_possible'],
})

const removeScenario = controlOperation({
  operationId: 'removeScenario',
  method: 'DELETE',
  path: '/_admin/scenarios/{name}',
  summary: 'Ends a scenario, if it is active; 404 for an unknown name',
  params,
  errors: ['not_found'],
})

/** Operations of the scenarios. */
export const scenarioOperations = [listScenarios, getScenario, setScenario, removeScenario] as const

/** Name with its fields, which may be absent if the scenario has none. */
type NameAndFields = {
  [Name in ScenarioName]: Record<never, never> extends ScenarioFields<Name>
    ? [name: Name, fields?: ScenarioFields<Name>]
    : [name: Name, fields: ScenarioFields<Name>]
}[ScenarioName]

/** Methods of the library for the scenarios. */
export const scenarioCalls = {
  list: call(listScenarios, noInput),
  get: call(getScenario, (name: ScenarioName) => ({ params: { name } })),
  set: call(setScenario, (...[name, fields = {}]: NameAndFields) => ({
    params: { name },
    body: fields as AnyFields,
  })),
  remove: call(removeScenario, (name: ScenarioName) => ({ params: { name } })),
}
