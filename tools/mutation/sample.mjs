import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

/*
 * Lets a share of the mutants pass, drawn by a seed: MUTATION_SAMPLE=0.3 MUTATION_SEED=snow.
 * Stryker asks a checker about each mutant before it runs the tests. Without a share all pass. The
 * other mutants are reported as compile errors, which count for nothing. MUTATION_AGAIN=FILE draws
 * the survivors and timeouts of an older report: its lines must be those of today.
 */

const share = Number(process.env.MUTATION_SAMPLE ?? 1)
const seed = process.env.MUTATION_SEED ?? 'snowglobe'
const older = process.env.MUTATION_AGAIN

const fileOf = (path) => path.slice(path.lastIndexOf('src/'))

/** Returns a number between 0 and 1, equal for equal mutants on every machine. */
function lotOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const place = [start.line, start.column, end.line, end.column]
  const text = JSON.stringify([seed, fileOf(fileName), ...place, mutatorName, replacement])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48
}

/** Builds the key; reports count lines from 1, checkers from 0. */
const keyOf = (file, { line, column }, mutatorName, replacement) =>
  JSON.stringify([file, line, column, mutatorName, replacement])
const survivors = new Set(
  older && existsSync(older)
    ? Object.entries(JSON.parse(readFileSync(older, 'utf8')).files).flatMap(([file, { mutants }]) =>
        mutants
          .filter(({ status }) => ['Survived', 'NoCoverage', 'Timeout'].includes(status))
          .map(({ location: { start }, mutatorName, replacement }) =>
            keyOf(fileOf(file), start, mutatorName, replacement),
          ),
      )
    : [],
)
const isSurvivor = ({ fileName, location: { start }, mutatorName, replacement }) =>
  [0, 1].some((first) =>
    survivors.has(
      keyOf(
        fileOf(fileName),
        { line: start.line + first, column: start.column + first },
        mutatorName,
        replacement,
      ),
    ),
  )

class Sample {
  async init() {}

  group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const isDrawn = (mutant) => (older ? isSurvivor(mutant) : lotOf(mutant) < share)
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    )
  }
}

/** Reports each unnoticed mutant at once, because the final report takes hours. */
class Survivors {
  onMutantTested({ status, fileName, location: { start }, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage' && status !== 'Timeout') return
    const place = `${fileOf(fileName)}:${start.line}:${start.column}`
    const text = replacement.replace(/\s+/g, ' ').slice(0, 120)
    process.stdout.write(`${status} ${place} ${mutatorName} → ${text}\n`)
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, 'sample', Sample),
  declareClassPlugin(PluginKind.Reporter, 'survivors', Survivors),
]
