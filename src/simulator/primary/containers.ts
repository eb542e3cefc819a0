import { toCheckedHex } from '../../formats/ids.ts'
import type { Network } from '../../networks/network.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import type { Sequences } from '../chains/sequences.ts'
import type { RandomStreams } from '../random.ts'
import type { IdText } from './id-text.ts'

type ContainerKind = 'block' | 'tx' | 'vtx'

interface Container {
  /** 32 bytes. */
  readonly id: Uint8Array
  readonly bytes: Uint8Array
}

interface ContainersSetup {
  readonly network: Network
  readonly ids: IdText
  readonly sequences: Readonly<Record<PrimaryChain, Sequences>>
  readonly store: WorldStore
  readonly streams: RandomStreams
  /** Epoch seconds; the node fetched earlier containers shortly after it (G-55). */
  readonly joinedAt: number
}

/** Continuation point of an index. */
interface Head {
  position: number
  /** Acceptance time of the last container, nanoseconds since 1970. */
  acceptedAt: bigint
}

const second = 1_000_000_000n

/** Indices of a network's node: its accepted containers, in order, with their times. */
export class Containers {
  readonly #setup: ContainersSetup
  readonly #heads = new Map<string, Head>()

  constructor(setup: ContainersSetup) {
    this.#setup = setup
  }

  /**
   * Adds a container.
   * @param time acceptance time of the network, epoch seconds
   */
  accept(chain: PrimaryChain, kind: ContainerKind, { id, bytes }: Container, time: number): void {
    const { network, ids, sequences, store, streams, joinedAt } = this.#setup
    const head = this.#headOf(chain, kind)
    const random = streams.at(`${network} acceptance ${chain}/${kind}`, head.position)
    const seen = BigInt(time) * second + random.bigint(20_000_000n, 1_900_000_000n)
    const soonest = head.acceptedAt + random.bigint(40_000n, 3_000_000n)
    head.acceptedAt = time < joinedAt || seen < soonest ? soonest : seen
    store.insert('container', {
      seq: sequences[chain].next('container'),
      network,
      chain,
      kind,
      position: head.position,
      id: ids.id(id),
      accepted_at: timestampText(head.acceptedAt),
      // G-54
      bytes: toCheckedHex(bytes),
    })
    head.position += 1
  }

  #headOf(chain: PrimaryChain, kind: ContainerKind): Head {
    const key = `${chain}/${kind}`
    const known = this.#heads.get(key)
    if (known) return known
    const { network, store, joinedAt } = this.#setup
    const last = store.get(selectLast, { network, chain, kind })
    const head = last
      ? { position: last.position + 1, acceptedAt: nanosecondsOf(last.accepted_at) }
      : { position: 0, acceptedAt: BigInt(joinedAt) * second }
    this.#heads.set(key, head)
    return head
  }
}

/** Formats RFC 3339 with up to nine decimals, trailing zeros dropped, as Go writes it. */
export function timestampText(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / second) * 1000).toISOString().slice(0, 19)
  const fraction = String(nanoseconds % second)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}

function nanosecondsOf(text: string): bigint {
  const [seconds = '', fraction = ''] = text.slice(0, -1).split('.')
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}

const selectLast = statement<
  { network: string; chain: string; kind: string },
  { position: number; accepted_at: string }
>(`
  SELECT position, accepted_at FROM container
  WHERE network = :network AND chain = :chain AND kind = :kind ORDER BY position DESC LIMIT 1`)
