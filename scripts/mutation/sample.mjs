import { createHash } from 'node:crypto'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

/*
 * Stryker asks a checker about each mutant before it runs the tests. This one lets a share of them
 * pass, drawn by a seed: MUTATION_SAMPLE=0.3 MUTATION_SEED=snow. Without a share all pass. Mutants
 * that were not drawn are reported as compile errors, which count for nothing.
 */

const share = Number(process.env.MUTATION_SAMPLE ?? 1)
const seed = process.env.MUTATION_SEED ?? 'snowglobe'

/** Between 0 and 1, equal for equal mutants on every machine. */
function lotOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const file = fileName.slice(fileName.lastIndexOf('/src/'))
  const place = [start.line, start.column, end.line, end.column]
  const text = JSON.stringify([seed, file, ...place, mutatorName, replacement])
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48
}

class Sample {
  async init() {}

  group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const isDrawn = (mutant) => lotOf(mutant) < share
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        isDrawn(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    )
  }
}

/** Tells of each mutant that nothing noticed as soon as that is known: the report takes hours. */
class Survivors {
  onMutantTested({ status, fileName, location: { start }, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage' && status !== 'Timeout') return
    const place = `${fileName}:${start.line}:${start.column}`
    const text = replacement.replace(/\s+/g, ' ').slice(0, 120)
    process.stdout.write(`${status} ${place} ${mutatorName} → ${text}\n`)
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, 'sample', Sample),
  declareClassPlugin(PluginKind.Reporter, 'survivors', Survivors),
]
