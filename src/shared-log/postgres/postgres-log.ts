import { createHash } from 'node:crypto'
import { monotonicMs } from '../../time/clock.ts'
import {
  CompactedError,
  EngineAwayError,
  MissingPartsError,
  UnknownOutcomeError,
} from '../errors.ts'
import {
  type Beat,
  type Head,
  type ListedItem,
  type LiveReplicas,
  type LogPage,
  type LogRecord,
  liveForMs,
  maxPartBytes,
  type RecordBody,
  type ReportedItem,
  type SharedList,
  type SharedLog,
  type Taken,
} from '../shared-log.ts'
import { Connections, type DatabaseAddress } from './connections.ts'
import { Listener } from './listener.ts'
import { lockSchema, schemaStatements, waitForSchema } from './schema.ts'
import * as sql from './statements.ts'

/** Place of a log. */
interface LogAddress extends DatabaseAddress {
  /** Name of the sandbox; several share a database. */
  readonly sandbox: string
  /** Called with each response to an append. */
  readonly appended?: (seconds: number, isLost: boolean) => void
}

/**
 * Opens a log in PostgreSQL 13 or later, and makes what does not exist yet.
 * @throws EngineAwayError when the database cannot be reached
 */
export async function openPostgresLog({
  sandbox,
  appended = () => {},
  ...address
}: LogAddress): Promise<SharedLog> {
  const { default: pg } = await import('pg')
  const connections = new Connections(pg, address)
  try {
    await connections.transaction([waitForSchema, lockSchema, ...schemaStatements])
    await connections.run(sql.insertSandbox, [sandbox])
  } catch (error) {
    await connections.close()
    throw error
  }
  return new PostgresLog(connections, sandbox, appended)
}

class PostgresLog implements SharedLog {
  readonly #connections: Connections
  readonly #sandbox: string
  readonly #appended: (seconds: number, isLost: boolean) => void
  /** Channel of the notifications. A digest, because names of sandboxes may need quotes. */
  readonly #channel: string
  #listener: Listener | undefined

  constructor(
    connections: Connections,
    sandbox: string,
    appended: (seconds: number, isLost: boolean) => void,
  ) {
    this.#connections = connections
    this.#sandbox = sandbox
    this.#appended = appended
    const digest = createHash('sha256').update(sandbox).digest('hex')
    this.#channel = `snowglobe_${digest.slice(0, 16)}`
  }

  async append(record: RecordBody, expected?: number): Promise<LogRecord | 'lost'> {
    const text = JSON.stringify(record)
    const values = [this.#sandbox, text, expected ?? null, this.#channel]
    const began = monotonicMs()
    const [row] = await this.#connections.runOnly<RecordRow>(sql.appendRecord, values)
    this.#appended((monotonicMs() - began) / 1000, row === undefined)
    return row ? { ...numbersOf(row), chain: row.chain, text } : 'lost'
  }

  async read(after: number, limit: number): Promise<LogPage> {
    const rows = await this.#connections.run<HeadRow & (StoredRow | { position: null })>(
      sql.selectRecords,
      [this.#sandbox, after, limit],
    )
    const [first] = rows
    if (!first) throw this.#gone()
    const compacted = Number(first.compacted)
    if (after < compacted) throw new CompactedError(after, compacted)
    const records = rows.flatMap((row) =>
      row.position === null ? [] : [{ ...numbersOf(row), chain: row.chain, text: row.body }],
    )
    return { records, head: { position: Number(first.head), chain: first.head_chain } }
  }

  async head(): Promise<Head> {
    const [row] = await this.#connections.run<{ position: string; chain: string; now_ms: string }>(
      sql.selectHead,
      [this.#sandbox],
    )
    if (!row) throw this.#gone()
    return { position: Number(row.position), chain: row.chain, nowMs: Number(row.now_ms) }
  }

  #gone(): EngineAwayError {
    return new EngineAwayError(
      `its database no longer has the sandbox ${this.#sandbox}, or is a standby`,
    )
  }

  async follow(look: () => void): Promise<void> {
    await this.#listener?.end()
    this.#listener = new Listener(this.#connections, this.#channel, look)
    await this.#listener.begin()
  }

  async beat({ name, position, version, options }: Beat): Promise<LiveReplicas> {
    const values = [this.#sandbox, name, position, version, options, liveForMs]
    return liveOf(await this.#connections.run<LiveRow>(sql.upsertBeat, values))
  }

  async live(): Promise<LiveReplicas> {
    const values = [this.#sandbox, liveForMs]
    return liveOf(await this.#connections.run<LiveRow>(sql.selectLive, values))
  }

  async endBeats(name: string): Promise<void> {
    await this.#connections.run(sql.endBeat, [this.#sandbox, name])
  }

  async lastLive(): Promise<number | undefined> {
    const [row] = await this.#connections.run<{ at_ms: string | null }>(sql.selectLastLive, [
      this.#sandbox,
    ])
    return row && row.at_ms !== null ? Number(row.at_ms) : undefined
  }

  async take(counter: string, periodMs: number, cost: number, limit: number): Promise<Taken> {
    // A statement of unknown outcome is not repeated: it could take twice.
    const [row] = await this.#connections
      .runOnly<{ is_taken: boolean; used: string; began: string }>(sql.takeCount, [
        ...[this.#sandbox, counter, periodMs, cost, limit],
      ])
      .catch((error: unknown) => {
        throw error instanceof UnknownOutcomeError ? new EngineAwayError(error.message) : error
      })
    if (!row) throw new EngineAwayError('its database returned no count')
    return {
      isTaken: row.is_taken,
      used: Number(row.used),
      endsMs: periodMs === 0 ? undefined : Number(row.began) + periodMs,
    }
  }

  async lease(name: string, holder: string, forMs: number): Promise<boolean> {
    const values = [this.#sandbox, name, holder, forMs]
    return (await this.#connections.run(sql.takeLease, values)).length > 0
  }

  async release(name: string, holder: string): Promise<void> {
    await this.#connections.run(sql.deleteLease, [this.#sandbox, name, holder])
  }

  async report(
    { name, generation }: SharedList,
    replica: string,
    items: readonly ReportedItem[],
  ): Promise<void> {
    for (const some of inChunks(items)) {
      const columns = [
        some.map(({ number }) => number),
        some.map(({ atMs }) => atMs),
        some.map(({ text }) => text),
      ]
      const values = [this.#sandbox, name, generation, replica, ...columns]
      await this.#connections.run(sql.upsertItems, values)
    }
  }

  async reported({ name, generation }: SharedList, limit: number): Promise<readonly ListedItem[]> {
    const list = [this.#sandbox, name, generation]
    await this.#connections.run(sql.numberItems, list, `report ${this.#sandbox} ${name}`)
    const rows = await this.#connections.run<{ id: string; item: string }>(sql.selectItems, [
      ...[...list, limit],
    ])
    const items = rows.map(({ id, item }) => ({ id: Number(id), text: item })).reverse()
    await this.#connections.run(sql.deleteItems, [...list, items[0]?.id ?? 0])
    return items
  }

  async putParts(name: string, parts: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    await this.#connections.run(sql.deleteUnfinished, [this.#sandbox])
    const [made] = await this.#connections.run<{ id: string }>(sql.selectNewId, [])
    const digest = createHash('sha256')
    let count = 0
    for await (const part of parts) {
      if (part.length > maxPartBytes)
        throw new RangeError(
          `internal error: a part has ${part.length} bytes; the limit is ${maxPartBytes}`,
        )
      digest.update(part)
      await this.#connections.run(sql.insertPart, [made?.id, count, this.#sandbox, part])
      count++
    }
    const values = [this.#sandbox, name, made?.id, count, digest.digest()]
    await this.#connections.run(sql.completeBody, values)
  }

  async *getParts(name: string): AsyncIterable<Buffer> {
    const [body] = await this.#connections.run<{ id: string; parts: number; digest: Buffer }>(
      sql.selectBody,
      [this.#sandbox, name],
    )
    if (!body) throw new MissingPartsError(name, 'does not exist')
    const digest = createHash('sha256')
    for (let number = 0; number < body.parts; number++) {
      const values = [body.id, number]
      const [part] = await this.#connections.run<{ base64: string }>(sql.selectPart, values)
      if (!part) throw new MissingPartsError(name, 'was removed or replaced meanwhile')
      const bytes = Buffer.from(part.base64, 'base64')
      digest.update(bytes)
      yield bytes
    }
    if (!digest.digest().equals(body.digest)) throw new MissingPartsError(name, 'is damaged')
  }

  async partNames(prefix: string): Promise<readonly string[]> {
    const values = [this.#sandbox, prefix]
    const rows = await this.#connections.run<{ name: string }>(sql.selectBodyNames, values)
    return rows.map(({ name }) => name)
  }

  async removeParts(names: readonly string[]): Promise<void> {
    const values = [this.#sandbox, names]
    const removed = await this.#connections.run(sql.deleteBodies, values)
    // The engine does it by itself too, but minutes later: until then, bodies take twice the space.
    if (removed.length > 0) await this.#connections.run(sql.vacuumParts, []).catch(() => {})
  }

  async compact(through: number): Promise<void> {
    await this.#connections.run(sql.deleteRecords, [this.#sandbox, through])
  }

  async close(): Promise<void> {
    await this.#listener?.end()
    await this.#connections.close()
  }
}

/** Returns items in groups of about the size of a part of a large body. */
function inChunks(items: readonly ReportedItem[]): ReportedItem[][] {
  const chunks: ReportedItem[][] = []
  let size = maxPartBytes
  for (const item of items) {
    size += item.text.length
    if (size > maxPartBytes) {
      chunks.push([])
      size = item.text.length
    }
    chunks.at(-1)?.push(item)
  }
  return chunks
}

/** Row of a live replica; without a name there is none. */
type LiveRow = { now_ms: string; since_ms: string } & (
  | (Omit<Beat, 'position'> & { position: string })
  | { name: null }
)

const liveOf = (rows: readonly LiveRow[]): LiveReplicas => ({
  nowMs: Number(rows[0]?.now_ms),
  sinceMs: Number(rows[0]?.since_ms),
  live: rows.flatMap(({ now_ms: _now, since_ms: _since, ...row }) =>
    row.name === null ? [] : [{ ...row, position: Number(row.position) }],
  ),
})

/** Row of a record; `bigint` columns arrive as text. */
interface RecordRow {
  readonly position: string
  readonly at_ms: string
  readonly chain: string
}

/** What each row of records says of the log. */
interface HeadRow {
  readonly compacted: string
  readonly head: string
  readonly head_chain: string
}

interface StoredRow extends RecordRow {
  readonly body: string
}

const numbersOf = ({ position, at_ms: atMs }: RecordRow) => ({
  position: Number(position),
  atMs: Number(atMs),
})
