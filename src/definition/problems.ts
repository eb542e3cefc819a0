import type { WorldDefinition } from '../../schemas/definition/world.ts'
import { castProblems } from './cast-and-money.ts'
import { chainProblems } from './chains.ts'
import { contractProblems } from './contracts.ts'
import { primaryListProblems } from './primary-lists.ts'
import type { DefinitionProblem } from './problem.ts'
import { referenceProblems } from './references.ts'
import { calendarProblems, timeProblems } from './times.ts'

/** What a schema cannot say about a definition; what comes first explains what follows. */
export function definitionProblems(definition: WorldDefinition): DefinitionProblem[] {
  const calendar = calendarProblems(definition)
  // Without a real now nothing can be said about other times.
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
