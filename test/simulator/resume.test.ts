import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { type Life, openLife } from '../../src/simulator/life.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { tables } from '../../src/store/tables.ts'
import { worldStoreOver } from '../../src/store/world-store.ts'

// The law of the living world: a world that is left and opened again becomes the same world.

const settings = { definition: defaultWorld, seed: 'resume', size: 'small' } as const
const now = Date.parse(defaultWorld.now) / 1000

/** A world in memory, thrown away with every object that knew it but its rows. */
class Place {
  readonly db = new Database(':memory:')
  life: Life | undefined

  constructor() {
    this.db.exec(tables)
    this.db.exec('PRAGMA foreign_keys = OFF; BEGIN')
  }

  async open(): Promise<Life> {
    this.life = await openLife(settings, worldStoreOver(this.db))
    return this.life
  }

  digest(): Map<string, string> {
    const names = this.db
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
      )
      .all()
    return new Map(
      names.map(({ name }) => {
        const hash = createHash('sha256')
        for (const row of this.db.prepare<[], unknown[]>(`SELECT * FROM ${name}`).raw().all())
          for (const value of row) hash.update(value instanceof Uint8Array ? value : `${value}\n`)
        return [name, hash.digest('hex')]
      }),
    )
  }
}

let whole: Map<string, string>
let steps = 0
const places: Place[] = []

beforeAll(async () => {
  const place = newPlace()
  const life = await place.open()
  for (; life.nextTime() < now; steps++) life.step()
  life.rest(now)
  life.settle()
  whole = place.digest()
})

afterAll(() => {
  for (const { db } of places) db.close()
})

function newPlace(): Place {
  const place = new Place()
  places.push(place)
  return place
}

test('a world that is opened again between any two steps becomes the same world', async () => {
  expect(steps).toBeGreaterThan(500)
  const random = createRandomStreams('cuts').stream('places')
  for (let trial = 0; trial < 3; trial++) {
    const place = newPlace()
    const cuts = new Set(Array.from({ length: 10 }, () => random.int(0, steps)))
    let life = await place.open()
    for (let step = 0; life.nextTime() < now; step++) {
      if (cuts.has(step)) life = await place.open()
      life.step()
    }
    life.rest(now)
    life.settle()
    expect(different(whole, place.digest())).toEqual([])
    place.db.close()
  }
}, 120_000)

const different = (a: Map<string, string>, b: Map<string, string>) =>
  [...a].filter(([name, digest]) => b.get(name) !== digest).map(([name]) => name)
