import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createJournal } from '../../../src/http/journal/journal.ts'
import { createJournalSpace } from '../../../src/http/journal/journal-space.ts'
import { createRandomStreams } from '../../../src/simulator/random.ts'

const requestOf = (url: string) =>
  ({ method: 'GET', url, rawHeaders: ['Accept', url], socket: {} }) as unknown as IncomingMessage

const request = (url: string) =>
  ({
    interface: 'data',
    url,
    startedAt: 0,
    requestWorld: { world: { clock: { nowMs: () => 0 } } },
  }) as never

describe('the journals of a process', () => {
  it('remember the latest of each world, and of all worlds together as many as there is room', () => {
    const [journalSize, room] = [5, 12]
    const space = createJournalSpace(room)
    const journals = Array.from({ length: 4 }, () => createJournal(journalSize, space))
    const random = createRandomStreams('journals').stream('requests')
    /** The owner and the path of what is remembered, the oldest first. */
    let remembered: { of: number; url: string }[] = []

    for (let count = 1; count <= 2000; count++) {
      const of = random.int(0, 3)
      const url = `/v1/chains/${count}`
      if (random.int(0, 40) === 0) {
        journals[of]?.reset()
        remembered = remembered.filter((one) => one.of !== of)
      }
      journals[of]?.begin(request(url), requestOf(url))

      const own = remembered.filter((one) => one.of === of)
      const gone = own.length === journalSize ? own[0] : remembered[remembered.length - room]
      remembered = [...remembered.filter((one) => one !== gone), { of, url }]

      for (const [index, journal] of journals.entries())
        expect(journal.entries().map((entry) => entry.url)).toEqual(
          remembered.filter((one) => one.of === index).map((one) => one.url),
        )
    }
  })

  it('take no more bytes than there is room for', () => {
    const [room, maxBytes] = [1000, 50_000]
    const space = createJournalSpace(room, maxBytes)
    const journals = Array.from({ length: 3 }, () => createJournal(400, space))
    const random = createRandomStreams('journals').stream('bytes')
    /** In the order of their arrival. */
    let remembered: { of: number; id: number; bytes: number }[] = []
    const total = () => remembered.reduce((sum, { bytes }) => sum + bytes, 0)
    const forgetOldest = () => {
      while (total() > maxBytes) remembered.shift()
    }
    for (let count = 1; count <= 3000; count++) {
      const of = random.int(0, 2)
      const journal = journals[of] as ReturnType<typeof createJournal>
      if (random.int(0, 200) === 0) {
        journal.reset()
        remembered = remembered.filter((one) => one.of !== of)
      }
      const url = `/${'u'.repeat(random.int(0, 100))}`
      const own = remembered.filter((one) => one.of === of)
      if (own.length === 400) remembered = remembered.filter((one) => one !== own[0])
      const id = journal.begin(request(url), requestOf(url))
      remembered.push({ of, id, bytes: url.length + `Accept\n${url}`.length })
      forgetOldest()
      // Bodies arrive later, also of requests that are forgotten meanwhile.
      const late = random.pick(remembered)
      const entry = journals[late.of]?.find(late.id)
      if (entry) {
        const body = 'ü'.repeat(random.int(0, 1000))
        late.bytes += 2 * body.length - 2 * (entry.body?.length ?? 0)
        journals[late.of]?.storeBody(entry, body)
      }
      forgetOldest()
      expect(space.bytes).toBe(total())
      if (count % 50 === 0)
        for (const [index, one] of journals.entries())
          expect(one.entries().map((each) => each.id)).toEqual(
            remembered.filter((each) => each.of === index).map((each) => each.id),
          )
    }
    expect(remembered.length).toBeLessThan(400)
  })

  it('have what each request said, also where it equals the one before', () => {
    const journal = createJournal(10, createJournalSpace(10))
    const urls = ['/one', '/one', '/two', '/one', '/two', '/two']
    for (const url of urls) journal.begin(request(url), requestOf(url))
    expect(journal.entries().map(({ url, headerLines }) => [url, headerLines])).toEqual(
      urls.map((url) => [url, `Accept\n${url}`]),
    )
  })
})
