import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyDefinition } from '../definition/support/any-definition.ts'
import { anyMutation, quietWorld, withValue } from '../definition/support/mutations.ts'
import { outcomeOf } from '../definition/support/outcome.ts'

/** A world is built and checked for most of them, which takes some seconds each. */
const numRuns = Number(process.env.DEFINITION_RUNS ?? 3)

test(
  'whatever is changed in a definition, it is refused at a place or becomes a consistent world',
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

test(
  'whatever the schema of a definition allows, its story included, is refused at a place or makes a consistent world',
  async () => {
    let built = 0
    for (const definition of fc.sample(anyDefinition, { numRuns: 5 * numRuns, seed: 2 })) {
      const outcome = await outcomeOf(definition, { size: 'empty' })
      if (outcome.refused === undefined) {
        built++
        expect(outcome.violations).toEqual([])
      } else expect(outcome.pointer).toMatch(/^\//)
    }
    expect(built).toBeGreaterThan(0)
  },
  60_000 + numRuns * 20_000,
)
