import { idOf, nodeIdText } from '../../formats/ids.ts'
import { hasValidSignature, proposerBlockId, proposerOf } from '../../formats/proposer-blocks.ts'
import { decodeVertex } from '../../formats/x-chain-blocks.ts'
import { exchangeTransactions } from '../../formats/x-chain-transactions.ts'
import { differences } from '../compare.ts'
import { memoizedByContent } from '../memoized-by-content.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import {
  type BlockContainer,
  blockContainers,
  type ContainerRow,
  containerByRow,
  containerBytes,
  containerRows,
  decodeContainer,
  idsOfContainer,
  indices,
} from './containers.ts'
import { chainId } from './networks.ts'

/** Containers decode, and their ids are the hashes required by their kinds. */
export const containerIds: Rule = {
  name: 'container-ids',
  check: (world, findings) =>
    findings.each(containerRows(world), idsOfContainer, (row) =>
      differences(row, { id: idText(containerId(world, row)) }),
    ),
}

const isSigned = memoizedByContent<boolean>()

/** Proposers' signatures verify for the chain, and the certificates are those of the proposers. */
export const containerSignatures: Rule = {
  name: 'container-signatures',
  check: (world, findings) =>
    findings.each(
      blockContainers(world).filter(({ outer }) => outer !== undefined),
      idsOfContainer,
      function* ({ network, chain, outer }) {
        if (!outer) return
        const id = chainId(network, chain)
        const signature = outer.type === 'Option' ? '' : outer.signature
        const content = [id, proposerBlockId(outer), signature]
        if (isSigned(content, () => hasValidSignature(id, outer))) return
        const proposer = proposerOf(outer)
        yield `signature of ${proposer ? nodeIdText(proposer) : 'an unsigned block'} is not valid`
      },
    ),
}

/**
 * Positions of an index count from 0, and its acceptance times are RFC 3339 in UTC with up to nine
 * decimals and never decrease.
 */
export const containerOrder: Rule = {
  name: 'container-order',
  check(world, findings) {
    for (const rows of indices(world).values())
      findings.each(
        rows.entries(),
        ([, row]) => idsOfContainer(row),
        function* ([index, row]) {
          yield* differences(row, { position: index })
          const accepted = nanoseconds(row.accepted_at)
          const before = rows[index - 1]
          if (before && accepted < nanoseconds(before.accepted_at))
            yield `is accepted at ${row.accepted_at}, before ${before.accepted_at} of the container before it`
        },
      )
  },
}

function containerId(world: CheckedWorld, row: ContainerRow): Uint8Array {
  if (row.kind === 'block')
    return blockContainerId(containerByRow(world).get(row) ?? decodeContainer(world, row))
  const bytes = containerBytes(world, row)
  if (row.kind === 'vtx') decodeVertex(bytes)
  else exchangeTransactions.decode(bytes)
  return idOf(bytes)
}

/** Returns the outer id of a wrapped block, or the own id of a bare one. */
const blockContainerId = ({ outer, inner }: BlockContainer): Uint8Array =>
  outer ? proposerBlockId(outer) : inner.id

const timestampForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{0,8}[1-9]))?Z$/

function nanoseconds(timestamp: string): bigint {
  const [, seconds, fraction = ''] = timestampForm.exec(timestamp) ?? []
  if (!seconds) throw new Error(`${timestamp} is not a valid timestamp of the index`)
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}
