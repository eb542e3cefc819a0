// @ts-check
import { code, element, part, table } from './dom.js'
import { ask } from './server.js'

/** Draws the cast with addresses and balances. */
export async function drawCast() {
  const cast = await ask('GET', '/cast')
  part('cast-body').replaceChildren(
    ...Object.entries(cast).flatMap(([title, things]) =>
      Array.isArray(things) && things.length > 0 ? [group(title, things)] : [],
    ),
  )
}

/**
 * Builds a table of objects with common fields; members come first and open. @param {string} title
 * @param {Record<string, unknown>[]} things
 */
function group(title, things) {
  const columns = [...new Set(things.flatMap((thing) => Object.keys(thing)))]
  return element(
    'details',
    { open: title === 'members' },
    element('summary', {}, `${title} (${things.length})`),
    table(
      title,
      columns,
      things.map((thing) => columns.map((column) => shown(thing[column]))),
    ),
  )
}

/** @param {unknown} value @returns {Node | string} */
function shown(value) {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value))
    return element('div', {}, ...value.map((each) => element('div', {}, shown(each))))
  if (typeof value === 'object')
    return element(
      'div',
      {},
      ...Object.entries(value).map(([key, each]) => element('div', {}, `${key} `, shown(each))),
    )
  return code(String(value))
}
