import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usePersistentFolder } from '../support/persistent-folder.ts'
import { startServer } from '../support/server.ts'

const place = usePersistentFolder()

const start = () => startServer({ size: 'empty', dataDir: place.dataDir })

test('a snapshot whose copy was damaged is replayed', async () => {
  const first = await start()
  await first.act({ do: 'wallet', name: 'alice' })
  await first.act({ do: 'fund', to: 'alice', chain: 'X', amount: '1' })
  await first.snapshots.save('one')
  const before = await first.export()
  await first.act({ do: 'fund', to: 'alice', chain: 'X', amount: '2' })
  await first.close()
  const folder = join(place.dataDir, 'worlds/default/snapshots')
  truncateSync(join(folder, 'one.sqlite'), 20_000)

  const second = await start()
  await second.snapshots.restore('one')
  const after = await second.export()
  const { violations } = await second.check()
  await second.close()

  expect(after).toEqual(before)
  expect(violations).toBe(0)
  expect(existsSync(join(folder, 'one.sqlite'))).toBe(false)
})

test('what a killed process was making beside snapshots goes, and no more copies stay than one process keeps', async () => {
  const first = await start()
  await first.act({ do: 'wallet', name: 'alice' })
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await first.snapshots.save(name)
  await first.close()
  const folder = join(place.dataDir, 'worlds/default/snapshots')
  for (const name of ['i.json.unfinished', 'i.sqlite.unfinished', 'i.sqlite'])
    writeFileSync(join(folder, name), 'half')

  const second = await start()
  await second.snapshots.save('j')
  const { snapshots } = await second.snapshots.list()
  await second.close()

  const files = readdirSync(folder)
  expect(files.filter((file) => /unfinished|^i/.test(file))).toEqual([])
  expect(files.filter((file) => file.endsWith('.sqlite'))).toHaveLength(8)
  expect(snapshots).toHaveLength(9)
})
