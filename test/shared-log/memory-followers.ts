import { afterEach, beforeEach, vi } from 'vitest'
import { LogFollower } from '../../src/replicas/following/log-follower.ts'
import { firstPlace } from '../../src/replicas/following/log-place.ts'
import { MemoryEngine } from '../../src/shared-log/memory-engine.ts'
import type { SharedLog } from '../../src/shared-log/shared-log.ts'

/** Gives each test a log in memory, whose followers end with it, and a clock that it moves. */
export function memoryFollowers() {
  let engine: MemoryEngine
  let followers: LogFollower[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    engine = new MemoryEngine()
  })

  afterEach(async () => {
    await Promise.all(followers.map((follower) => follower.end()))
    followers = []
    vi.useRealTimers()
  })

  return {
    open: (): SharedLog => engine.open('s'),
    loseTail: (count: number): void => engine.loseTail('s', count),
    loseBeats: (): void => engine.loseBeats('s'),
    async follow(name: string, log: SharedLog, apply = async () => {}): Promise<LogFollower> {
      const applier = {
        ...{ apply, between: async () => {}, restart: async () => firstPlace },
        warn() {},
      }
      const follower = new LogFollower(log, applier, { name, version: '1', options: 'o' })
      followers.push(follower)
      await follower.begin(firstPlace)
      await pass(1)
      return follower
    },
  }
}

/** Lets time pass. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A wait that the test ends. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Lets calls of some methods wait for a gate, as a connection without responses does. */
export const delayed = (log: SharedLog, waits: ReadonlyMap<string, Promise<void>>): SharedLog =>
  new Proxy(log, {
    get(target, name) {
      const method = Reflect.get(target, name)
      return async (...parameters: unknown[]) => {
        await waits.get(String(name))
        return method.apply(target, parameters)
      }
    },
  })

/** Appends a record of another process. */
export const append = (log: SharedLog) => log.append({ world: 'default', do: 'act' })

/** Returns the names of the live replicas, as one of them sees them after a beat. */
export const namesOf = (follower: LogFollower) =>
  follower.membership.announce().then((live) => live.map(({ name }) => name))
