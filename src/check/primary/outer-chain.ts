import type { ProposerBlock } from '../../formats/proposer-blocks.ts'
import { groupBy } from '../../util/grouping.ts'
import type { Judgement, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { type BlockContainer, blockContainers, idsOfContainer } from './containers.ts'
import { isActive } from './networks.ts'

type Epoch = Extract<ProposerBlock, { type: 'GraniteBlock' }>['epoch']

/** Values that a container passes on to its child. */
interface Link {
  /** Cb58. */
  readonly id: string
  readonly timestamp: bigint
  readonly pChainHeight: bigint
  readonly epoch: Epoch | undefined
  readonly isWrapped: boolean
}

/** Seconds of an epoch. Source: `GraniteEpochDuration` of avalanchego's upgrade/upgrade.go. */
const epochSeconds = 300n

/**
 * Containers of a block index link to their predecessors. They are wrapped from Apricot 4 on, the
 * first wrapped one unsigned. Times and P-chain heights never decrease, epochs follow ACP-181, and
 * commit and abort blocks are options.
 */
export const containerLinks: Rule = {
  name: 'container-links',
  check(world, findings) {
    const chains = groupBy(blockContainers(world), ({ network, chain }) => `${network} ${chain}`)
    for (const containers of chains.values()) {
      let parent: Link | undefined
      findings.each(containers, idsOfContainer, function* (container) {
        const before = parent
        parent = linkOf(container, before)
        yield* judgeForm(container)
        if (container.outer) yield* judgeOuter(container, container.outer, before)
      })
    }
  },
}

function linkOf({ id, inner, outer }: BlockContainer, parent: Link | undefined): Link {
  if (outer && outer.type !== 'Option') {
    const { timestamp, pChainHeight } = outer
    const epoch = 'epoch' in outer ? outer.epoch : undefined
    return { id, timestamp, pChainHeight, epoch, isWrapped: true }
  }
  // An option has the time, height and epoch of the proposal before it.
  return {
    id,
    timestamp: outer ? (parent?.timestamp ?? 0n) : BigInt(inner.time ?? 0),
    pChainHeight: parent?.pChainHeight ?? 0n,
    epoch: parent?.epoch,
    isWrapped: outer !== undefined,
  }
}

/**
 * Judges the form of a container by its time: bare, wrapped or with an epoch. Blocks without a
 * proposer are options.
 */
function* judgeForm({ network, chain, inner, outer }: BlockContainer): Judgement {
  const isOption = inner.type?.endsWith('AbortBlock') || inner.type?.endsWith('CommitBlock')
  if (!outer) {
    if (inner.time !== undefined && isActive(network, 'apricotPhase4', inner.time))
      yield 'is not wrapped, although Apricot 4 is active'
    return
  }
  if (isOption !== (outer.type === 'Option') && chain === 'P')
    yield `a ${inner.type} is wrapped as ${outer.type}`
  if (outer.type === 'Option') return
  const time = Number(outer.timestamp)
  if (!isActive(network, 'apricotPhase4', time)) yield 'is wrapped before Apricot 4'
  if (inner.time !== undefined && inner.time > time)
    yield `has the time ${time}, before ${inner.time} of the block in it`
}

function* judgeOuter(
  { inner, network }: BlockContainer,
  outer: ProposerBlock,
  parent: Link | undefined,
): Judgement {
  const parentId = idText(outer.parentId)
  // The first container follows block 0, which has no container.
  if (parentId !== (parent?.id ?? idText(inner.parentId)))
    yield `follows ${parentId}, not ${parent?.id ?? 'the genesis block'}`
  if (outer.type === 'Option') return
  if (!parent?.isWrapped) {
    if (outer.certificate.length > 0) yield 'is the first wrapped block, but signed'
    if (outer.type === 'GraniteBlock') yield 'is the first wrapped block, but has an epoch'
  } else if (
    isActive(network, 'granite', Number(outer.timestamp)) !==
    (outer.type === 'GraniteBlock')
  )
    yield `is a ${outer.type} at ${outer.timestamp}, ${outer.type === 'GraniteBlock' ? 'before' : 'after'} Granite`
  if (!parent) return
  if (outer.timestamp < parent.timestamp)
    yield `has the timestamp ${outer.timestamp}, before ${parent.timestamp} of its parent`
  if (outer.pChainHeight < parent.pChainHeight)
    yield `has the P-chain height ${outer.pChainHeight}, below ${parent.pChainHeight} of its parent`
  if (outer.type === 'GraniteBlock') yield* judgeEpoch(outer.epoch, parent)
}

function* judgeEpoch(epoch: Epoch, parent: Link): Judgement {
  const isSame = parent.epoch && parent.timestamp < parent.epoch.startTime + epochSeconds
  const expected =
    isSame && parent.epoch
      ? parent.epoch
      : {
          pChainHeight: parent.pChainHeight,
          number: (parent.epoch?.number ?? 0n) + 1n,
          startTime: parent.timestamp,
        }
  for (const field of ['pChainHeight', 'number', 'startTime'] as const)
    if (epoch[field] !== expected[field])
      yield `epoch has ${field} ${epoch[field]}, not ${expected[field]}`
}
