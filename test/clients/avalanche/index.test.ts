import { expect, test } from 'vitest'
import { bytesOf, type Container, indices } from '../support/containers.ts'
import { networks } from '../support/world.ts'
import { connect } from './avalanche.ts'

const cases = networks.flatMap((network) => indices.map((path) => [network, path] as const))

test.each(cases)('all six methods of %s agree on %s', async (network, path) => {
  const index = connect(network).Index()
  const last = await index.getLastAccepted('hex', path)
  // The client passes on what the node answers; the type that it declares is another.
  const response: unknown = await index.getContainerRange(0, 1024, 'hex', path)
  const range = response as Container[]
  expect(range.at(-1)).toEqual(last)
  expect(range).toHaveLength(Number(last.index) + 1)

  for (const position of [0, Math.floor(range.length / 2), range.length - 1]) {
    const container = range[position]
    const id = container?.id ?? ''
    expect(bytesOf(container?.bytes ?? '').length).toBeGreaterThan(0)
    expect(await index.getContainerByIndex(String(position), 'hex', path)).toEqual(container)
    expect(await index.getContainerByID(id, 'hex', path)).toEqual(container)
    expect(await index.getIndex(id, 'hex', path)).toBe(String(position))
    expect(await index.isAccepted(id, 'hex', path)).toEqual({ isAccepted: true })
  }
  const unknown = '11111111111111111111111111111111LpoYY'
  expect(await index.isAccepted(unknown, 'hex', path)).toEqual({ isAccepted: false })
})
