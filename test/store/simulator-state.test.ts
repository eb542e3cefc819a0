import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { stateList, stateTables } from '../../src/store/simulator-state.ts'
import { worldStoreOver } from '../../src/store/world-store.ts'

const listOf = (store: ReturnType<typeof worldStoreOver>) =>
  stateList<string>(store, 'mainnet list')
const itemsOf = (list: ReturnType<typeof listOf>) => [...list.entries().values()]

test('a list keeps the order in which its items were added, also when it is opened again', () => {
  const db = new Database(':memory:')
  db.exec(stateTables)
  const store = worldStoreOver(db)
  const list = listOf(store)
  const items = Array.from({ length: 12 }, (_, number) => `item ${number}`)
  for (const item of items) list.add(item)
  const [first = '', second = ''] = list.entries().keys()
  list.remove(first)
  list.set(second, 'another')
  const left = ['another', ...items.slice(2)]
  expect(itemsOf(list)).toEqual(left)
  expect(itemsOf(listOf(store))).toEqual(left)
  listOf(store).add('last')
  expect(itemsOf(listOf(store))).toEqual([...left, 'last'])
  db.close()
})

test('an item that is added writes one row, however long the list is', () => {
  const db = new Database(':memory:')
  db.exec(stateTables)
  const store = worldStoreOver(db)
  const list = listOf(store)
  for (let number = 0; number < 100; number++) list.add('x')
  expect(db.prepare('SELECT total_changes()').pluck().get()).toBe(100)
  db.close()
})
