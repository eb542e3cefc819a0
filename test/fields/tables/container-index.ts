import type { Dialect } from '../../../src/http/request/dialect.ts'
import { constant, type Fields, from, text, without } from '../support/source.ts'
import type { FieldTable, View } from '../support/view.ts'

const ofIndex = "container WHERE network = 'mainnet' AND chain = 'P' AND kind = 'block'"
const byId = { container: `${ofIndex} AND id = :id` }
const byPlace = { container: `${ofIndex} AND position = :place` }
const pickAt = (place: string) =>
  `SELECT id, position AS place FROM ${ofIndex} AND position = ${place}`

/** 2.9 Container. The place 0 is free for it to move to. */
const container: Fields = {
  id: 'container.id',
  bytes: 'container.bytes',
  timestamp: 'container.accepted_at',
  encoding: constant('hex'),
  index: text('container.position', { to: 0 }),
}
const view = (method: string, params: Record<string, unknown>, rest: Partial<View>): View => ({
  of: `index.${method}`,
  url: '/ext/index/P/block',
  params: { encoding: 'hex', ...params },
  pick: pickAt('3'),
  setup: [`DELETE FROM ${ofIndex} AND position < 3`],
  rows: byId,
  fields: {},
  ...rest,
})

const range = (dialect: Dialect, list: string): View[] => {
  const request = { startIndex: 0, numToFetch: 7 }
  return [
    view('getContainerRange', request, {
      dialect,
      item: `${list}0`,
      fields: without(container, 'id'),
    }),
    view('getContainerRange', request, {
      dialect,
      item: `${list}1`,
      pick: pickAt('4'),
      rows: byPlace,
      fields: { id: 'container.id' },
    }),
  ]
}
const newest = "(SELECT max(position) FROM container WHERE network = 'mainnet' AND chain = 'P')"

/** Specification 4.4. */
export const containerIndex: FieldTable = [
  view('getContainerByID', { id: '{id}' }, { fields: without(container, 'id') }),
  view('getContainerByID', { id: '{id}' }, { fields: { id: constant('{id}') } }),
  view('getContainerByIndex', { index: 3 }, { rows: byPlace, fields: without(container, 'index') }),
  view('getContainerByIndex', { index: 3 }, { fields: { index: constant('3') } }),
  ...range('documented', ''),
  ...range('live', 'containers.'),
  view('getIndex', { id: '{id}' }, { fields: { index: text('container.position', { to: 0 }) } }),
  view(
    'getLastAccepted',
    {},
    { setup: [], pick: pickAt(newest), rows: byPlace, fields: without(container, 'index') },
  ),
  view(
    'getLastAccepted',
    {},
    {
      setup: [`DELETE FROM ${ofIndex} AND position > 3`],
      fields: { index: constant('3') },
    },
  ),
  view(
    'isAccepted',
    { id: '{id}' },
    { fields: { isAccepted: from('container.id', (id) => id !== 'gone', { to: 'gone' }) } },
  ),
]
