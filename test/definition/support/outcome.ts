import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkWorld } from '../../../src/check/check-world.ts'
import type { WorldSize } from '../../../src/config/config.ts'
import { DefinitionError } from '../../../src/definition/definition-error.ts'
import { fittingDefinition } from '../../../src/definition/fitting-definition.ts'
import { openCachedBase } from '../../../src/world/base-cache/cache.ts'

/** Outcome of a definition: refused at a place of it, or a world with what is wrong there. */
export type Outcome =
  | {
      readonly refused: 'before the build' | 'by the build'
      readonly pointer: string
      readonly reason: string
    }
  | { readonly refused: undefined; readonly violations: readonly string[] }

/** Reads, builds and checks as `snowglobe check --definition` does. @throws what is no refusal */
export async function outcomeOf(
  content: unknown,
  { seed = 'snowglobe', size = 'small' }: { seed?: string; size?: WorldSize } = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-definition-'))
  let isRead = false
  try {
    const definition = fittingDefinition(content)
    isRead = true
    const base = await openCachedBase([folder], { definition, seed, size })
    try {
      const { rules } = checkWorld({ now: base.meta.now, all: base.all })
      return {
        refused: undefined,
        violations: rules.flatMap(({ name, violations }) =>
          violations.map(({ ids, text }) => [name, ...ids, text].join(': ')),
        ),
      }
    } finally {
      base.close()
    }
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error
    if (readdirSync(folder).length > 0) throw new Error('a refused definition leaves files behind')
    const { pointer, reason } = error
    return { refused: isRead ? 'by the build' : 'before the build', pointer, reason }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
