import { existsSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WorldDocument } from '../../../schemas/control/world-document.ts'
import { Snapshots } from '../../../src/world/history/snapshots.ts'
import { openTempDir } from '../../../src/world/storage/world-dirs.ts'

let dirs: ReturnType<typeof openTempDir>
let snapshots: Snapshots
beforeEach(() => {
  dirs = openTempDir()
  snapshots = new Snapshots(dirs.of('default'), [])
})
afterEach(() => dirs.close())

const save = (name: string) =>
  snapshots.save({ name, head: 1, now: '2026-01-15T00:00:00Z' }, {} as WorldDocument, (path) =>
    writeFileSync(path, name),
  )

test('a copy of the world lies beside the latest eight snapshots', async () => {
  for (let number = 1; number <= 10; number++) await save(`s${number}`)
  expect(snapshots.copyOf('s2')).toBeUndefined()
  for (let number = 3; number <= 10; number++)
    expect(existsSync(snapshots.copyOf(`s${number}`) ?? '')).toBe(true)
})

test('a name that is used and freed again and again takes one place among the copies', async () => {
  await save('other')
  for (let round = 0; round < 12; round++) {
    await save('again')
    expect(snapshots.copyOf('again'), `round ${round}`).toBeDefined()
    snapshots.remove('again')
    expect(snapshots.copyOf('again')).toBeUndefined()
  }
  expect(snapshots.copyOf('other')).toBeDefined()
})
