import {
  type ScenarioFields,
  type ScenarioName,
  type scenarioOperations,
  scenarioSchemas,
} from '../../../schemas/control/scenarios.ts'
import { chainNamed } from '../../http/scenarios/named-chain.ts'
import type { Scenarios } from '../../http/scenarios/scenarios.ts'
import type { WorldHandle } from '../../http/worlds/world-handle.ts'
import { durationForm, durationMs } from '../../time/durations.ts'
import { didYouMean } from '../../util/nearest.ts'
import { badValue, ControlError, noChain } from '../control-error.ts'
import type { Group } from '../group.ts'
import { fitting } from '../input.ts'

/** Builds the operations of the scenarios: docs/control.md. */
export function scenarioGroup({
  world,
  scenarios,
}: Pick<WorldHandle, 'world' | 'scenarios'>): Group<typeof scenarioOperations> {
  /** Returns the fields in the form for this world. @throws ControlError */
  async function fieldsOf<Name extends ScenarioName>(
    name: Name,
    body: unknown,
  ): Promise<ScenarioFields<Name>> {
    const fields = (await fitting(scenarioSchemas[name], body)) as ScenarioFields<Name>
    if ('duration' in fields && durationMs(fields.duration) === undefined)
      throw badValue('/duration', fields.duration, durationForm)
    if (!('chain' in fields) || fields.chain === undefined) return fields
    await world.whenReady()
    const { network, chain } = fields
    const found = chainNamed(world, { ...(network && { network }), chain })
    if (name === 'duplicate-utxo' && !/^[PXC]$/.test(found?.chain ?? ''))
      throw new ControlError(
        'not_possible',
        `chain must be P, X or C, because only those have UTXOs; found ${chain}`,
        { pointer: '/chain' },
      )
    if (!found) throw noChain(network, chain)
    // An EVM chain id of a C-chain says its network, and C alone does not.
    return {
      ...fields,
      chain: found.chain,
      ...(found.chain !== chain && { network: found.network }),
    }
  }

  return {
    listScenarios: () => ({ scenarios: scenarios.active }),
    getScenario: ({ params: { name } }) => existing(scenarios, nameOf(name)),
    async setScenario({ params, body }) {
      const name = nameOf(params.name)
      const fields = await fieldsOf(name, body)
      await scenarios.set(name, fields)
      return fields
    },
    async removeScenario({ params: { name } }) {
      await scenarios.remove(nameOf(name))
      return undefined
    },
  }
}

function nameOf(name: string): ScenarioName {
  if (Object.hasOwn(scenarioSchemas, name)) return name as ScenarioName
  const scenarios = Object.keys(scenarioSchemas)
  const similar = didYouMean(name, scenarios)
  throw new ControlError('not_found', `there is no scenario ${name}${similar}`, { scenarios })
}

function existing({ active }: Scenarios, name: ScenarioName): ScenarioFields<ScenarioName> {
  const fields = active[name]
  if (!fields) throw new ControlError('not_found', `the scenario ${name} is not active`)
  return fields
}
