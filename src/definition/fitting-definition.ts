import { WorldDefinition } from '../../schemas/definition/world.ts'
import { schemaProblem } from '../schema-problem.ts'
import { DefinitionError } from './definition-error.ts'
import { definitionProblems } from './problems.ts'

/**
 * A value that somebody wrote as a definition, if it is one.
 * @throws DefinitionError for the first thing that does not fit
 */
export function fittingDefinition(value: unknown): WorldDefinition {
  const misfit = schemaProblem(WorldDefinition, value)
  if (misfit) throw new DefinitionError(misfit.pointer, misfit.reason)
  const definition = value as WorldDefinition
  const [problem] = definitionProblems(definition)
  if (problem) throw new DefinitionError(problem.pointer, problem.reason)
  return definition
}
