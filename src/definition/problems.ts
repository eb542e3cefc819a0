import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { castProblems } from './cast-and-money.ts'
import { chainProblems } from './chains.ts'
import { contractProblems } from './contracts.ts'
import { calendarProblems, timeProblems } from './era-problems.ts'
import { primaryListProblems } from './primary-lists.ts'
import type { DefinitionProblem } from './problem.ts'
import { referenceProblems } from './references.ts'

/** Returns the problems that a schema cannot express. An earlier problem may explain later ones. */
export function definitionProblems(definition: WorldDefinition): DefinitionProblem[] {
  const calendar = calendarProblems(definition)
  // Other times cannot be checked without a valid `now`.
  if (calendar.length > 0) return calendar
  return [
    ...castProblems(definition),
    ...primaryListProblems(definition),
    ...referenceProblems(definition),
    ...chainProblems(definition),
    ...contractProblems(definition),
    ...timeProblems(definition),
  ]
}
