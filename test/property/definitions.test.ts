import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyMutation, quietWorld, withValue } from '../definition/support/mutations.ts'
import { outcomeOf } from '../definition/support/outcome.ts'

/** A world is built and checked for most of them, which takes some seconds each. */
const numRuns = Number(process.env.DEFINITION_RUNS ?? 3)

test(
  'whatever is changed in a definition, it is refused at a place or becomes a world that adds up',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyMutation(quietWorld), async ({ pointer, value }) => {
        const outcome = await outcomeOf(withValue(quietWorld, pointer, value))
        if (outcome.refused === undefined) expect(outcome.violations).toEqual([])
        else expect(outcome.pointer).toMatch(/^\//)
      }),
      { numRuns, endOnFailure: true },
    )
  },
  60_000 + numRuns * 20_000,
)
