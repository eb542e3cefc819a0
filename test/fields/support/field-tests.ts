import { afterAll, beforeAll, test } from 'vitest'
import type { Dialect } from '../../../src/http/request/dialect.ts'
import { changesOf, fieldsOf } from './changes.ts'
import { openPrivateWorld, type PrivateWorld } from './private-world.ts'
import {
  type Opened,
  openView,
  proveChange,
  proveConstant,
  proveNextPage,
  proveRequests,
  proveSameAsResponse,
} from './prove.ts'
import type { FieldTable, View } from './view.ts'

export const dialectsOf = ({ dialect }: View): readonly Dialect[] =>
  dialect === undefined ? ['documented', 'live'] : [dialect]

/** One test for each source of each view. */
export function testFields(table: FieldTable): void {
  let world: PrivateWorld
  beforeAll(async () => {
    world = await openPrivateWorld()
  })
  afterAll(() => world.close())

  for (const view of table)
    for (const dialect of dialectsOf(view)) {
      const prove = (title: string, work: (opened: Opened) => Promise<void>) =>
        test(`${view.of} (${dialect}) ${title}`, () => openView(world, view, dialect, work))

      for (const change of changesOf(view)) {
        const paths = [...change.visibleIn.map(({ field }) => field), ...change.locatedBy]
        prove(
          `shows ${change.cells.join(' = ')} as ${paths.map(({ path }) => path).join()}`,
          (it) => proveChange(it, change),
        )
      }
      for (const { path, source } of fieldsOf(view)) {
        if (typeof source === 'string') continue
        if (source.kind === 'constant')
          prove(`always says ${source.value} as ${path}`, (it) => proveConstant(it, path, source))
        if (source.kind === 'request')
          prove(`answers ${path} as it was asked`, (it) => proveRequests(it, path, source.values))
        if (source.kind === 'response')
          prove(`has the response of ${source.url} as ${path}`, (it) =>
            proveSameAsResponse(it, path, source),
          )
        if (source.kind === 'next page')
          prove(`goes on behind the page by ${path}`, (it) => proveNextPage(it, path, source))
      }
    }
}
