import { afterEach, beforeEach } from 'vitest'
import type { LogRecord, SharedLog } from '../../../src/shared-log/shared-log.ts'

/** An engine that the tests may hurt. */
export interface EngineUnderTest {
  open(sandbox: string): Promise<SharedLog>
  /** Removes the last records of a sandbox, as a failover without a synchronous standby would. */
  loseTail(sandbox: string, count: number): Promise<void>
  /** Makes it stop responding, with its connections open. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Ends it at once, and starts it again. */
  crash(sandbox: string): Promise<void>
  /** Breaks the connections of its clients. */
  dropConnections(): Promise<void>
}

/** Logs that a test opens, each in a sandbox of its own unless it names another. */
export interface LogsUnderTest {
  readonly engine: EngineUnderTest
  /** Sandbox of the current test. */
  readonly sandbox: string
  open(sandbox?: string): Promise<SharedLog>
}

/** Gives each test a sandbox, and closes its logs at its end. */
export function logsUnderTest(engine: EngineUnderTest): LogsUnderTest {
  let sandbox = ''
  let count = 0
  let opened: SharedLog[] = []

  beforeEach(() => {
    count++
    sandbox = `sandbox ${count}`
  })

  afterEach(async () => {
    await engine.thaw()
    await Promise.all(opened.map((log) => log.close()))
    opened = []
  })

  return {
    engine,
    get sandbox() {
      return sandbox
    },
    async open(name = sandbox) {
      const log = await engine.open(name)
      opened.push(log)
      return log
    },
  }
}

/** Returns the positions of records. */
export const positionsOf = (records: readonly LogRecord[]): number[] =>
  records.map(({ position }) => position)

/** Returns the numbers from 1. */
export const countTo = (last: number): number[] =>
  Array.from({ length: last }, (_, place) => place + 1)
