import { toCheckedHex } from '../../formats/ids.ts'
import type { PrimaryChain } from '../../networks/primary-chain.ts'
import type { RowWriter } from '../../store/world-store.ts'
import type { Random, RandomStreams } from '../random.ts'
import type { NetworkFacts } from './facts.ts'
import type { Forms } from './forms.ts'

export type ContainerKind = 'block' | 'tx' | 'vtx'

/** The indices of a network's node: what it accepted, in this order, and when. */
export interface Containers {
  /** @param time when the network accepted it, epoch seconds */
  accept(chain: PrimaryChain, kind: ContainerKind, container: Container, time: number): void
}

export interface Container {
  /** 32 bytes. */
  readonly id: Uint8Array
  readonly bytes: Uint8Array
}

interface Index {
  readonly random: Random
  next: number
  /** Nanoseconds since 1970. */
  last: bigint
}

const second = 1_000_000_000n

/**
 * @param joinedAt epoch seconds; the node fetched earlier containers within moments of it (G-55)
 */
export function createContainers(
  { facts, forms, writer }: { facts: NetworkFacts; forms: Forms; writer: RowWriter },
  streams: RandomStreams,
  joinedAt: number,
): Containers {
  const indices = new Map<string, Index>()
  const indexOf = (chain: PrimaryChain, kind: ContainerKind): Index => {
    const name = `${chain}/${kind}`
    const known = indices.get(name)
    if (known) return known
    const random = streams.stream(`${facts.network} acceptance ${name}`)
    const index = { random, next: 0, last: BigInt(joinedAt) * second }
    indices.set(name, index)
    return index
  }
  return {
    accept(chain, kind, { id, bytes }, time) {
      const index = indexOf(chain, kind)
      const { random } = index
      const seen = BigInt(time) * second + random.bigint(20_000_000n, 1_900_000_000n)
      const soonest = index.last + random.bigint(40_000n, 3_000_000n)
      index.last = time < joinedAt || seen < soonest ? soonest : seen
      writer.insert('container', {
        network: facts.network,
        chain,
        kind,
        position: index.next++,
        id: forms.id(id),
        accepted_at: timestampText(index.last),
        // G-54
        bytes: toCheckedHex(bytes),
      })
    },
  }
}

/** RFC 3339 with up to nine decimals, trailing zeros dropped, as Go writes it. */
export function timestampText(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / second) * 1000).toISOString().slice(0, 19)
  const fraction = String(nanoseconds % second)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return fraction === '' ? `${seconds}Z` : `${seconds}.${fraction}Z`
}
