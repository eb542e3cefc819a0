import { connect } from '../../src/control/client/connect.ts'
import type { WorldMethods } from '../../src/control/client/control-methods.ts'
import { createRandomStreams, type Random } from '../../src/simulator/random.ts'
import { monotonicMs } from '../../src/time/clock.ts'

/** Actions and observations of clients, each in a separate world. */
export interface ManyWorlds {
  /** Number of actions of all clients together. */
  readonly done: number
  /** Number of checks that a world holds exactly its own actions. */
  readonly looks: number
  /** Deviations from the expected state. */
  readonly problems: readonly string[]
}

/** Address that is the same in all worlds, so that an action in one would show in another. */
const address = '0x00000000000000000000000000000000000000aa'
const path = `/v1/chains/43114/addresses/${address}/balances:getNative`
const gift = { do: 'fund', to: address, chain: 'C', amount: '1', network: 'mainnet' } as const

/** Expected state of a client's world, from its own actions. */
interface Known {
  gifts: number
  head: number
  hasFault: boolean
}

/**
 * Lets clients write, reset, and set faults at random, each in its own world, and check it in
 * between.
 * @param url address of a server that creates the named worlds
 */
export async function liveInManyWorlds(
  url: string,
  { worlds, seconds, seed }: { worlds: number; seconds: number; seed: string },
): Promise<ManyWorlds> {
  const end = monotonicMs() + seconds * 1000
  const streams = createRandomStreams(seed)
  const all = await Promise.all(
    Array.from({ length: worlds }, async (_, i) => {
      const client = new Client(url, `many-${i}`, streams.stream(`many worlds ${i}`))
      while (monotonicMs() < end) await client.doSomething()
      await client.look()
      return client
    }),
  )
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    looks: all.reduce((sum, { looks }) => sum + looks, 0),
    problems: all.flatMap(({ problems }) => problems),
  }
}

class Client {
  done = 0
  looks = 0
  readonly problems: string[] = []
  readonly #name: string
  readonly #url: string
  readonly #world: WorldMethods
  readonly #random: Random
  readonly #known: Known = { gifts: 0, head: 0, hasFault: false }

  constructor(url: string, name: string, random: Random) {
    this.#url = url
    this.#name = name
    this.#world = connect(url, { world: name })
    this.#random = random
  }

  async doSomething(): Promise<void> {
    const lot = this.#random.int(0, 99)
    const known = this.#known
    if (lot < 40) {
      known.head = (await this.#grown(this.#world.act(gift))).head
      known.gifts++
    } else if (lot < 50) known.head = (await this.#grown(this.#world.clock.advance('10m'))).head
    else if (lot < 60) {
      await this.#world.faults.set('own', {
        match: { path },
        respond: { status: 418, message: this.#name },
      })
      known.hasFault = true
    } else if (lot < 67) {
      await this.#world.faults.clear()
      known.hasFault = false
    } else if (lot < 70) {
      await this.#world.reset()
      Object.assign(known, { gifts: 0, head: 0, hasFault: false })
    } else await this.look()
    this.done++
  }

  /** Compares the world with the actions in it. */
  async look(): Promise<void> {
    this.looks++
    const { gifts, head, hasFault } = this.#known
    const [response, state] = await Promise.all([
      fetch(this.#url + path, { headers: { 'x-snowglobe-world': this.#name } }),
      this.#world.world(),
    ])
    const body = (await response.json()) as {
      nativeTokenBalance?: { balance: string }
      message?: string
    }
    this.#expect(
      'the fault',
      response.status === 418 ? body.message : undefined,
      hasFault ? this.#name : undefined,
    )
    if (!hasFault)
      this.#expect(
        'the balance',
        body.nativeTokenBalance?.balance,
        String(BigInt(gifts) * 10n ** 18n),
      )
    this.#expect('the head', state.head, head)
  }

  /** Checks that a change adds exactly one entry. */
  async #grown<Result extends { readonly head: number }>(change: Promise<Result>): Promise<Result> {
    const result = await change
    this.#expect('the head', result.head, this.#known.head + 1)
    return result
  }

  #expect(what: string, found: unknown, known: unknown): void {
    if (found !== known)
      this.problems.push(
        `${this.#name}: ${what} is ${found} after ${this.done} things, not ${known}`,
      )
  }
}
