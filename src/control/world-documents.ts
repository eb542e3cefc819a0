import type { WorldDocument } from '../../schemas/control/world-document.ts'
import { worldDefinition } from '../definition/world-definition.ts'
import { generatorVersion } from '../simulator/generator-version.ts'
import { LongBuildError, refuseLongBuild } from '../world/base-cache/long-builds.ts'
import { MisplacedClock, RefusedEntry } from '../world/history/world-document.ts'
import { stepsInSlices } from '../world/storage/slices.ts'
import { ControlError } from './control-error.ts'

/**
 * Looks at what its schema does not say of a document that is to be played.
 * @param at JSON pointer of the document
 * @throws ControlError
 */
export async function fittingDocument(
  { generatorVersion: version, definition, seed, size, log }: WorldDocument,
  at: string,
): Promise<void> {
  if (version !== generatorVersion)
    throw new ControlError(
      'not_possible',
      `the export is of version ${version} of the generator, and this is version ${generatorVersion}`,
      { generatorVersion },
    )
  // Loaded only here: a server that nobody tells anything has no document to check.
  const [{ definitionProblems }, { schemaProblem }, { actionSchemas }] = await Promise.all([
    import('../definition/problems.ts'),
    import('../util/schema-problem.ts'),
    import('../../schemas/control/actions/index.ts'),
  ])
  const [problem] = definitionProblems(definition)
  if (problem) throw misfit(`${at}/definition${problem.pointer}`, problem.reason)
  await playing(at, async () => refuseLongBuild({ definition, seed, size }))
  await stepsInSlices(
    (function* () {
      for (const [index, entry] of log.entries()) {
        if (entry.do !== 'act') continue
        for (const [place, action] of entry.actions.entries()) {
          const pointer = `${at}/log/${index}/actions/${place}`
          const schema = Object.hasOwn(actionSchemas, action.do) && actionSchemas[action.do]
          if (!schema) throw misfit(`${pointer}/do`, 'is no verb')
          const wrong = schemaProblem(schema, action)
          if (wrong) throw misfit(pointer + wrong.pointer, wrong.reason, wrong.expected)
          yield
        }
      }
    })(),
  )
}

const misfit = (pointer: string, reason: string, expected = reason) =>
  new ControlError('bad_request', `${pointer} ${reason}`, { pointer, expected })

/**
 * Does something that makes a world, most often by playing a document.
 * @param at JSON pointer of the document
 * @throws ControlError with the index of the entry that the world refuses, or why none can be made
 */
export async function playing<Result>(at: string, play: () => Promise<Result>): Promise<Result> {
  try {
    return await play()
  } catch (error) {
    if (error instanceof RefusedEntry)
      throw new ControlError('not_possible', error.message, { index: error.index })
    if (error instanceof MisplacedClock)
      throw new ControlError('not_possible', error.message, { pointer: `${at}/clock/now` })
    if (error instanceof LongBuildError) throw new ControlError('not_possible', error.message)
    const { DefinitionError } = await import('../definition/definition-error.ts')
    if (error instanceof DefinitionError)
      throw new ControlError('not_possible', error.message, {
        pointer: `${at}/definition${error.pointer}`,
      })
    throw error
  }
}

/** Whether a document holds private keys that are not everybody's: the built-in ones are published. */
export async function holdsKeys({
  definition,
  log,
}: Pick<WorldDocument, 'definition' | 'log'>): Promise<boolean> {
  const builtIn = await worldDefinition(undefined)
  const published = new Set(builtIn.cast.map(({ privateKey }) => privateKey))
  const wallets = log.flatMap((entry) => (entry.do === 'act' ? entry.actions : []))
  return [...definition.cast, ...(definition.story ?? []), ...wallets].some(
    (one) => 'privateKey' in one && one.privateKey !== undefined && !published.has(one.privateKey),
  )
}
