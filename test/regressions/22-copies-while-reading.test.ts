import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { createSnowglobe } from '../../src/snowglobe.ts'
import { usePersistentFolder } from '../support/persistent-folder.ts'

const place = usePersistentFolder()

test('a snapshot does not wait for a reader of the file, as a check is', async () => {
  const { dataDir } = place
  const server = await createSnowglobe({ port: 0, size: 'small', clock: 'frozen', dataDir })
  try {
    await server.act({ do: 'wallet', name: 'before' })
    const reader = new Database(join(dataDir, 'worlds', 'default', 'world.sqlite'), {
      readonly: true,
    })
    const inTransaction = reader.prepare('SELECT * FROM sqlite_schema').iterate()
    inTransaction.next()
    await server.act({ do: 'wallet', name: 'after' })
    const began = performance.now()
    await server.snapshots.save('meanwhile')
    // SQLite waits for five seconds where it is let; only the time shows that it did not.
    expect(performance.now() - began).toBeLessThan(4_000)
    inTransaction.return?.()
    reader.close()

    await server.act({ do: 'wallet', name: 'last' })
    await server.snapshots.restore('meanwhile')
    const { members } = await server.cast()
    const names = members.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['before', 'after']))
    expect(names).not.toContain('last')
  } finally {
    await server.close()
  }
})
