import type { WorldDocument } from '../../schemas/control/world-document.ts'
import { worldDefinition } from '../definition/world-definition.ts'
import { generatorVersion } from '../simulator/generator-version.ts'
import { didYouMean } from '../util/nearest.ts'
import { quote } from '../util/quote.ts'
import { LongBuildError, refuseLongBuild } from '../world/base-cache/long-builds.ts'
import { MisplacedClockError, RefusedEntryError } from '../world/history/world-document.ts'
import { stepsInSlices } from '../world/storage/slices.ts'
import { ControlError } from './control-error.ts'

/**
 * Checks the parts of a document to replay that its schema does not cover.
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
      `the export has generator version ${version}, but this server has ${generatorVersion}; import it with the release that wrote it`,
      { generatorVersion },
    )
  // The modules are loaded only here: a server without control requests has no document to check.
  const [{ definitionProblems }, { schemaProblem }, { actionSchemas }] = await Promise.all([
    import('../definition/problems.ts'),
    import('../util/schema-problem.ts'),
    import('../../schemas/control/actions/index.ts'),
  ])
  const verbs = Object.keys(actionSchemas)
  const [problem] = definitionProblems(definition)
  if (problem) throw misfit(`${at}/definition${problem.pointer}`, problem.reason)
  await replaying(at, async () => refuseLongBuild({ definition, seed, size }))
  await stepsInSlices(
    (function* () {
      for (const [index, entry] of log.entries()) {
        if (entry.do !== 'act') continue
        for (const [place, action] of entry.actions.entries()) {
          const pointer = `${at}/log/${index}/actions/${place}`
          const schema = Object.hasOwn(actionSchemas, action.do) && actionSchemas[action.do]
          if (!schema)
            throw misfit(
              `${pointer}/do`,
              `is not a known verb${didYouMean(action.do, verbs)}, found ${quote(action.do)}`,
              `one of ${verbs.join(', ')}`,
            )
          const wrong = schemaProblem(schema, action)
          if (wrong) throw misfit(pointer + wrong.pointer, wrong.reason, wrong.expected)
          yield
        }
      }
    })(),
  )
}

const misfit = (pointer: string, reason: string, expected = reason) =>
  new ControlError('bad_request', `${pointer}: ${reason}`, { pointer, expected })

/**
 * Runs work that creates a world, usually by replaying a document.
 * @param at JSON pointer of the document
 * @throws ControlError with the index of the refused entry, or the reason why no world can be
 *   created
 */
export async function replaying<Result>(
  at: string,
  replay: () => Promise<Result>,
): Promise<Result> {
  try {
    return await replay()
  } catch (error) {
    if (error instanceof RefusedEntryError)
      throw new ControlError('not_possible', error.message, { index: error.index })
    if (error instanceof MisplacedClockError)
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

/**
 * Tells whether a document holds private keys other than the built-in ones, which are published.
 */
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
