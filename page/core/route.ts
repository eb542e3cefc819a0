import { createStore, useStore } from './store.ts'

/** Name of the main world. */
export const mainWorld = 'default'

/** Place on the page, as the fragment of its address says it: `#/@WORLD/view/…?name=value`. */
export interface Route {
  /** World that the page shows; the main world is `default`. */
  readonly world: string
  /** Segments, the view first. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  /** The fragment itself. */
  readonly hash: string
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads a fragment. An empty one is the overview of the main world. */
function readHash(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const segments = path.split('/').filter(Boolean).map(decoded)
  const [first = ''] = segments
  const world = (first.startsWith('@') && first.slice(1)) || mainWorld
  const parts = first.startsWith('@') ? segments.slice(1) : segments
  return { world, parts, query: new URLSearchParams(query), hash }
}

const route = createStore<Route>(readHash(''))

export const currentRoute = (): Route => route.get()
export const useRoute = (): Route => useStore(route)

/** Follows the address bar, and back and forward. */
export function followHash(): void {
  const read = () => route.set(readHash(location.hash))
  addEventListener('hashchange', read)
  read()
}

/** Parameters behind the question mark of a link; undefined and empty ones are left out. */
type Query = Readonly<Record<string, string | undefined>>

/**
 * Returns the link to a place in the world that is on the page.
 * @param parts segments, the view first
 */
export const link = (parts: readonly string[], query: Query = {}): string =>
  linkIn(route.get().world, parts, query)

/** Returns the link to a place in a world. */
export function linkIn(world: string, parts: readonly string[], query: Query = {}): string {
  const path = [...(world === mainWorld ? [] : [`@${world}`]), ...parts]
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given as [string, string][]).toString()
  return `#/${path.map(encodeURIComponent).join('/').replaceAll('%40', '@')}${search && `?${search}`}`
}

/** Goes to a link, as a click on it does. */
export function go(to: string): void {
  location.hash = to
}

/** Replaces the present entry of the history, for filters that are being typed. */
export function replaceWith(to: string): void {
  history.replaceState(null, '', to)
  route.set(readHash(location.hash))
}
