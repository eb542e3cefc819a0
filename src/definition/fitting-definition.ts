import { emptyWorld } from '../../fixtures/empty-world.ts'
import { type WorldDefinition, WrittenDefinition } from '../../schemas/definition/world.ts'
import { schemaProblem } from '../util/schema-problem.ts'
import { DefinitionError } from './definition-error.ts'
import { definitionProblems } from './problems.ts'

/**
 * Returns the definition that a user wrote, with all omitted properties filled in.
 * @throws DefinitionError for the first thing that does not fit
 */
export function fittingDefinition(value: unknown): WorldDefinition {
  const misfit = schemaProblem(WrittenDefinition, value)
  if (misfit) throw new DefinitionError(misfit.pointer, misfit.reason)
  const definition = wholeDefinition(value as WrittenDefinition)
  const unread = definition.story?.findIndex(
    (action) => action.do === 'deploy' && typeof action.artifact === 'string',
  )
  if (unread !== undefined && unread >= 0)
    throw new DefinitionError(
      `/story/${unread}/artifact`,
      'must be the content of the artifact: only a file of a definition may name another file',
    )
  const [problem] = definitionProblems(definition)
  if (problem) throw new DefinitionError(problem.pointer, problem.reason)
  return definition
}

/**
 * Fills omitted properties from the empty world. Its treasury is added unless the definition has
 * one.
 */
function wholeDefinition(written: WrittenDefinition): WorldDefinition {
  const { cast = [], primary, nodes } = written
  const { reserve } = emptyWorld.primary.funds
  const isMissing = !primary?.funds && !cast.some(({ name }) => name === reserve)
  return {
    ...emptyWorld,
    ...written,
    cast: isMissing ? [...cast, ...emptyWorld.cast] : cast,
    primary: { ...emptyWorld.primary, ...primary },
    nodes: {
      mainnet: { ...emptyWorld.nodes.mainnet, ...nodes?.mainnet },
      fuji: { ...emptyWorld.nodes.fuji, ...nodes?.fuji },
    },
  }
}
