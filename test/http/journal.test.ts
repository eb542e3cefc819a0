import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createJournal } from '../../src/http/journal/journal.ts'
import { createJournalSpace } from '../../src/http/journal/journal-space.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'

const requestOf = (url: string) =>
  ({ method: 'GET', url, rawHeaders: ['Accept', url], socket: {} }) as unknown as IncomingMessage

const asked = (url: string) =>
  ({
    interface: 'data',
    url,
    startedAt: 0,
    handle: { world: { clock: { nowMs: () => 0 } } },
  }) as never

describe('the journals of a process', () => {
  it('remember the latest of each world, and of all worlds together as many as there is room', () => {
    const [journalSize, room] = [5, 12]
    const space = createJournalSpace(room)
    const journals = Array.from({ length: 4 }, () => createJournal(journalSize, space))
    const random = createRandomStreams('journals').stream('requests')
    /** The owner and the path of what is remembered, the oldest first; nobody's was reset. */
    let remembered: { of: number; url: string }[] = []

    for (let count = 1; count <= 2000; count++) {
      const of = random.int(0, 3)
      const url = `/v1/chains/${count}`
      if (random.int(0, 40) === 0) {
        journals[of]?.reset()
        remembered = remembered.map((one) => (one.of === of ? { ...one, of: -1 } : one))
      }
      journals[of]?.begin(asked(url), requestOf(url))

      const own = remembered.filter((one) => one.of === of)
      const gone = own.length === journalSize ? own[0] : remembered[remembered.length - room]
      remembered = [...remembered.filter((one) => one !== gone), { of, url }]

      for (const [index, journal] of journals.entries())
        expect(journal.entries().map((entry) => entry.url)).toEqual(
          remembered.filter((one) => one.of === index).map((one) => one.url),
        )
    }
  })

  it('tell of each request what it said, be it what the one before said', () => {
    const journal = createJournal(10, createJournalSpace(10))
    const urls = ['/one', '/one', '/two', '/one', '/two', '/two']
    for (const url of urls) journal.begin(asked(url), requestOf(url))
    expect(journal.entries().map(({ url, headerLines }) => [url, headerLines])).toEqual(
      urls.map((url) => [url, `Accept\n${url}`]),
    )
  })
})
