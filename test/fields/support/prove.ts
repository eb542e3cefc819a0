import { expect } from 'vitest'
import type { Dialect } from '../../../src/http/request/dialect.ts'
import { type Change, fieldsOf, keysIn, otherThan } from './changes.ts'
import { below, put, valueAt } from './paths.ts'
import type { Picked, Place, PrivateWorld } from './private-world.ts'
import type { Cell, Constant, FromCells, NextPage, SameAsResponse, Source } from './source.ts'
import type { View } from './view.ts'

/** A view over a private copy, in one dialect, with what was picked for it. */
export interface Opened {
  readonly world: PrivateWorld
  readonly view: View
  readonly dialect: Dialect
  readonly bindings: Picked
  readonly url: string
  /** The cells that are keys in paths, before anything is changed. */
  readonly keys: ReadonlyMap<string, Cell>
}

/** Picks the rows of a view, makes the world hold what it needs, and undoes it after `work`. */
export function openView<Result>(
  world: PrivateWorld,
  view: View,
  dialect: Dialect,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  return world.tentatively(() => {
    const bindings = view.pick === undefined ? {} : world.pick(view.pick, {})
    for (const sql of view.setup ?? []) world.run(sql, bindings)
    const filledView = {
      ...view,
      ...(view.params && { params: filledIn(view.params, bindings) }),
      ...(view.body && { body: filledIn(view.body, bindings) }),
      ...(view.messages && {
        messages: { ...view.messages, height: filled(view.messages.height, bindings) },
      }),
    }
    const keys = fieldsOf(view).flatMap(({ path }) => keysIn(path))
    return work({
      world,
      view: filledView,
      dialect,
      bindings,
      url: filled(view.url ?? '', bindings),
      keys: new Map(keys.map((cell) => [cell, world.read(placeOfCell(view, cell), bindings)])),
    })
  })
}

/** The response to a view before anything was changed: the same for all of its tests. */
export async function responseOf({ world, view, dialect, url }: Opened): Promise<unknown> {
  const known = responses.get(world) ?? new Map<string, unknown>()
  responses.set(world, known)
  const { of, nodeNetwork, setup, params, body, messages } = view
  const key = JSON.stringify([of, nodeNetwork, setup, params, body, messages, dialect, url])
  const response = known.get(key) ?? (await world.ask(view, dialect, url))
  known.set(key, response)
  return response
}
const responses = new WeakMap<PrivateWorld, Map<string, unknown>>()

/** Changes a value: the fields that show it change as they should, and nothing else does. */
export async function proveChange(opened: Opened, change: Change): Promise<void> {
  const { world, view, dialect, bindings, url } = opened
  const before = await responseOf(opened)
  const old = readCell(opened, change.cells[0] ?? '')
  for (const { field, how } of change.visibleIn)
    expect(valueAt(before, placeOf(opened, field)), field.path).toEqual(visible(how, old))

  const changed = (value: Cell) =>
    world.tentatively(async () => {
      const isClock = change.cells[0] === 'clock'
      if (!isClock)
        for (const cell of change.cells) world.write(placeOfCell(view, cell), value, bindings)
      const advance = isClock ? Number(value) - world.now : 0
      const after = await world.ask(view, dialect, url, advance)
      const expected = expectedAfter(opened, change, before, after, value)
      for (const { path, source } of fieldsOf(view))
        if (isResponse(source))
          put(expected, placeOf(opened, { path }), await responseNow(opened, source))
      expect(after).toEqual(expected)
    })
  const { to = otherThan(old, isText(opened, change)) } = change
  const fresh = typeof to === 'function' ? to(old as never) : to
  expect(fresh).not.toBe(old)
  await changed(fresh)
  if (canBeNull(opened, change)) await changed(null)
}

const isResponse = (source: Source): source is SameAsResponse =>
  typeof source !== 'string' && source.kind === 'response'

/** Returns the response that a field equals, by the cells as they are. */
function responseNow(opened: Opened, { url }: SameAsResponse): Promise<unknown> {
  const path = url.replaceAll(/\{(\w+\.\w+)\}/g, (_, cell: string) =>
    String(readCell(opened, cell)),
  )
  return opened.world.ask({ of: url }, 'live', path)
}

/** Proves that a field is the response of another operation. */
export async function proveSameAsResponse(
  opened: Opened,
  path: string,
  source: SameAsResponse,
): Promise<void> {
  const field = valueAt(await responseOf(opened), placeOf(opened, { path }))
  expect(field).toEqual(await responseNow(opened, source))
}

/** The response has the value of the row. */
export async function proveConstant(
  opened: Opened,
  path: string,
  { value }: Constant,
): Promise<void> {
  const { world, view, dialect, url } = opened
  const typed = typeof value === 'string' ? filled(value, opened.bindings) : value
  expect(valueAt(await world.ask(view, dialect, url), placeOf(opened, { path }))).toEqual(typed)
}

/** Each request of the row is answered with its value. */
export async function proveRequests(
  { world, view, dialect, bindings }: Opened,
  path: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [url, value] of Object.entries(values)) {
    const response = await world.ask(view, dialect, filled(url, bindings))
    expect(valueAt(response, path), url).toEqual(
      typeof value === 'string' ? filled(value, bindings) : value,
    )
  }
}

/** The token gives what comes behind the last item of the page. */
export async function proveNextPage(
  opened: Opened,
  path: string,
  { list, first }: NextPage,
): Promise<void> {
  const { world, view, dialect, url } = opened
  const isPagedByBody = view.body !== undefined && 'pageSize' in view.body
  const listWith = async (parameters: { pageSize?: number; pageToken?: string }) => {
    const response = isPagedByBody
      ? await world.ask({ ...view, body: { ...view.body, ...parameters } }, dialect, url)
      : await world.ask(view, dialect, withParameters(url, parameters))
    return valueAt(response, list) as unknown[]
  }
  const page = await listWith({})
  const all = first ? [] : await listWith({ pageSize: 100 })
  const token = valueAt(await responseOf(opened), path)
  const next = await listWith({ pageToken: String(token) })
  expect(next.length).toBeGreaterThan(0)
  if (first) expect(next[0]).toMatchObject(first(page.at(-1) as never))
  else {
    expect(all.length).toBeGreaterThan(page.length)
    expect([...page, ...next]).toEqual(all.slice(0, page.length + next.length))
  }
}

function withParameters(url: string, parameters: Record<string, string | number>): string {
  const changed = new URL(url, 'http://localhost')
  for (const [name, value] of Object.entries(parameters))
    changed.searchParams.set(name, String(value))
  return changed.pathname + changed.search
}

function expectedAfter(
  opened: Opened,
  { cells, visibleIn, locatedBy }: Change,
  before: unknown,
  after: unknown,
  value: Cell,
): unknown {
  const { view } = opened
  const expected = structuredClone(before)
  const moved = (path: string) => placeOf(opened, { path }, { cells, value })
  for (const prefix of new Set(
    locatedBy.map(({ path }) => path.slice(0, path.lastIndexOf('}') + 1)),
  )) {
    const subtree = valueAt(expected, placeOf(opened, { path: prefix }))
    put(expected, placeOf(opened, { path: prefix }), undefined)
    put(expected, moved(prefix), subtree)
  }
  const visibleNow = visibleIn.map(({ field, how }) => ({ field, value: visible(how, value), how }))
  for (const { field, how, value: now } of visibleNow) {
    const { item = '' } = view
    const lost =
      field.inItem === undefined
        ? (how.within ?? field.path)
        : below(item, how.within ?? field.inItem)
    put(expected, now === undefined ? moved(lost) : moved(field.path), now)
  }
  const list = view.item?.match(/^(.*)\.(\d+)$/)
  const listed = list && valueAt(before, list[1] ?? '')
  const siblings = Array.isArray(listed) ? listed : []
  for (const index of siblings.keys())
    for (const { field, value: now } of visibleNow) {
      if (field.inItem === undefined || String(index) === list?.[2]) continue
      // Another item may show the same cell: then it showed the same value before.
      const path = below(`${list?.[1]}.${index}`, field.inItem)
      const isSame = same(valueAt(before, path), valueAt(before, field.path))
      if (isSame && same(valueAt(after, path), now)) put(expected, path, now)
    }
  return expected
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const visible = ({ show, orElse }: FromCells, cell: Cell): unknown =>
  cell === null ? orElse : show(cell as never)

/** The path of a field with the keys that cells hold, `changed` ones with their new value. */
export function placeOf(
  { keys }: Opened,
  { path }: { readonly path: string },
  changed?: { readonly cells: readonly string[]; readonly value: Cell },
): string {
  return path.replaceAll(/\{([^}]*)\}/g, (_, cell: string) =>
    String(changed?.cells.includes(cell) ? changed.value : keys.get(cell)),
  )
}

function readCell({ world, view, bindings }: Opened, cell: string): Cell {
  return cell === 'clock' ? world.now : world.read(placeOfCell(view, cell), bindings)
}

function placeOfCell({ rows }: View, cell: string): Place {
  const [name = '', rest = ''] = splitOnce(cell, '.')
  const [column = '', member] = splitOnce(rest, '$')
  const row = rows[name]
  if (row === undefined) throw new Error(`no row is called ${name}: ${cell}`)
  return { row, column, member: member === undefined ? undefined : `$${member}` }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function isText({ world, view }: Opened, { cells }: Change): boolean {
  return cells[0] === 'clock' ? false : world.isText(placeOfCell(view, cells[0] ?? ''))
}

function canBeNull({ world, view }: Opened, { cells, locatedBy }: Change): boolean {
  const [cell = '', another] = cells
  if (another !== undefined || locatedBy.length > 0 || cell === 'clock') return false
  return world.isNullable(placeOfCell(view, cell))
}

const filled = (template: string, bindings: Picked): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!(name in bindings)) throw new Error(`nothing was picked as ${name}: ${template}`)
    return String(bindings[name])
  })

const filledIn = (values: Readonly<Record<string, unknown>>, bindings: Picked) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? filled(value, bindings) : value,
    ]),
  )
