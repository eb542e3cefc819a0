import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { checkWorld } from '../../src/check/check-world.ts'

/**
 * How often a world of a folder breaks a rule, whose server may run. They are
 * looked for in this process, which has checked before: a fresh one takes three times as long.
 * @param now of the world, RFC 3339
 */
export function violationsIn(dataDir: string, now: string, name = 'default'): number {
  const file = join(dataDir, 'worlds', name, 'world.sqlite')
  // Until something happens a world is its base.
  if (!existsSync(file)) return 0
  const db = new Database(file, { readonly: true })
  try {
    return checkWorld({
      now: Date.parse(now) / 1000,
      all: ({ sql }, bindings) => db.prepare(sql).all(bindings) as never[],
    }).violations
  } finally {
    db.close()
  }
}
