import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { checkWorld } from '../../src/check/check-world.ts'

/**
 * Returns the number of rule violations in a world of a folder, whose server may run. The check
 * runs in this process, which has checked before: a fresh one takes three times as long.
 * @param now time of the world, RFC 3339
 */
export function violationsIn(dataDir: string, now: string, name = 'default'): number {
  const file = join(dataDir, 'worlds', name, 'world.sqlite')
  // Before its first change a world is its base.
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
