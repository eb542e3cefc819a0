import fc from 'fast-check'
import type { Action } from '../../schemas/control/actions/index.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { anyAction, neverDone, preparation } from './any-action.ts'

/** Request with mostly one action, since any refusal undoes all of it; or a clock advance. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: anyAction.map((action) => [action]) },
  { weight: 1, arbitrary: fc.array(anyAction, { minLength: 2, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('1s', '2h', '16d') },
)
type Step = Action[] | string

/** Outcome of the requests, done or refused, and all problems. */
export interface AtRandom {
  readonly done: number
  readonly refused: number
  readonly problems: readonly string[]
}

/** Tells whether a request was done; any error other than a refusal is a problem. */
async function tried(server: Snowglobe, actions: Action[]): Promise<boolean | string> {
  try {
    await server.act(actions)
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'not_possible' || code === 'bad_request' ? false : String(error)
  }
}

/**
 * Runs sequences of actions and advances, each in the initial world, and checks the world after
 * each.
 */
export async function liveAtRandom(
  server: Snowglobe,
  {
    sequences,
    seed,
    onDone,
  }: { sequences: number; seed: number; onDone?: (place: number) => void },
): Promise<AtRandom> {
  const counts = { done: 0, refused: 0 }
  const problems: string[] = []
  const drawn: Step[][] = fc.sample(fc.array(anyStep, { minLength: 15, maxLength: 30 }), {
    numRuns: sequences,
    seed,
  })
  for (const [place, steps] of drawn.entries()) {
    await server.reset()
    await server.act(preparation)
    for (const step of steps)
      if (typeof step === 'string') await server.clock.advance(step)
      else {
        const outcome = await tried(server, step)
        if (typeof outcome === 'string')
          problems.push(`sequence ${place}: ${JSON.stringify(step)}: ${outcome}`)
        else counts[outcome ? 'done' : 'refused']++
      }
    for (const { name, violations } of (await server.check()).rules)
      for (const { ids, text } of violations)
        problems.push(`sequence ${place}: ${name}: ${ids.join(', ')}: ${text}`)
    onDone?.(place)
  }
  return { ...counts, problems }
}

/**
 * Sends actions that are refused, after some valid actions of the same request. The world already
 * has a history.
 * @param state function whose result differs between states of the world
 */
export async function refuseAtRandom(
  server: Snowglobe,
  { requests, seed, state }: { requests: number; seed: number; state: () => Promise<string> },
): Promise<AtRandom> {
  await server.reset()
  await server.act(preparation)
  const before = await state()
  const problems: string[] = []
  const drawn = fc.sample(fc.tuple(fc.array(anyAction, { maxLength: 3 }), neverDone), {
    numRuns: requests,
    seed,
  })
  let done = 0
  for (const [first, last] of drawn) {
    const request = JSON.stringify([...first, last])
    const outcome = await tried(server, [...first, last])
    if (outcome !== false) problems.push(`${request}: ${outcome === true ? 'is done' : outcome}`)
    if (outcome === true) done++
    const after = await state()
    if (after !== before)
      return { done, refused: 0, problems: [...problems, `${request}: a trace`] }
  }
  return { done, refused: requests - done, problems }
}
