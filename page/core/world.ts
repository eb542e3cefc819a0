import { useEffect, useRef, useState } from 'preact/hooks'
import type { ClockState } from '../../schemas/control/clock.ts'
import type { ListedWorld } from '../../schemas/control/worlds.ts'
import { currentRoute } from './route.ts'
import { control, listWorlds, NoWorldError, RefusedRequestError } from './server.ts'
import { createStore, type Store, useStore } from './store.ts'

/** State of the world that the page has without a request of a view. */
interface Watched {
  /** Undefined until the first view stands: a fresh server takes long to say what is due. */
  readonly clock: ClockState | undefined
  /** Time of the world. */
  readonly now: string
  readonly worlds: readonly ListedWorld[]
  /** Text that differs between two states of the world. */
  readonly revision: string
}

/** Milliseconds between two looks at the world, and while time passes. */
const everyMs = { frozen: 5000, advancing: 400 }

const watched: Store<Watched | undefined> = createStore<Watched | undefined>(undefined)
const trouble: Store<Error | undefined> = createStore<Error | undefined>(undefined)

/** Number of changes that the page has made itself. */
let changes = 0
let timer: ReturnType<typeof setTimeout> | undefined
let looking: Promise<void> | undefined

export const useWatched = (): Watched | undefined => useStore(watched)
export const useTrouble = (): Error | undefined => useStore(trouble)

const revisionOf = (worlds: readonly ListedWorld[], now: string): string => {
  const { world } = currentRoute()
  return [world, worlds.find(({ name }) => name === world)?.head, now, changes].join(' ')
}

/** Reads what the first view needs: worlds without the clock. */
async function firstLook(): Promise<void> {
  const { worlds } = await listWorlds()
  const found = worlds.find(({ name }) => name === currentRoute().world)
  if (!found) return refresh()
  const { now } = found
  if (watched.get() === undefined)
    watched.set({ clock: undefined, now, worlds, revision: revisionOf(worlds, now) })
}

/** Reads clock and worlds once. */
async function look(): Promise<void> {
  try {
    const [clock, { worlds }] = await Promise.all([
      control<ClockState>('GET', '/clock'),
      listWorlds(),
    ])
    const revision = revisionOf(worlds, clock.now)
    const before = watched.get()
    // While time passes, views are drawn again by its progress and not for each look.
    watched.set({
      ...{ clock, now: clock.now, worlds },
      revision: clock.passing && before ? before.revision : revision,
    })
    trouble.set(undefined)
  } catch (error) {
    // A missing world has a view of its own, and no state.
    const isMissing = error instanceof NoWorldError
    if (isMissing) watched.set(undefined)
    trouble.set(isMissing ? undefined : (error as Error))
  }
}

/** Looks now, and again later. */
export function refresh(): Promise<void> {
  clearTimeout(timer)
  looking ??= look().finally(() => {
    looking = undefined
    const isAdvancing = watched.get()?.clock?.passing !== undefined
    timer = setTimeout(
      () => (document.hidden ? refreshLater() : refresh()),
      isAdvancing ? everyMs.advancing : everyMs.frozen,
    )
  })
  return looking
}

function refreshLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => (document.hidden ? refreshLater() : refresh()), everyMs.frozen)
}

/** Draws all views again, after a change that the page has made. */
export async function changed(): Promise<void> {
  changes++
  await looking
  await refresh()
}

/** Begins to watch the world; goes on when the tab is looked at again, and in another world. */
export function watchWorld(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) refresh()
  })
  let { world } = currentRoute()
  addEventListener('hashchange', () => {
    if (currentRoute().world === world) return
    world = currentRoute().world
    changed()
  })
  firstLook().catch(refresh)
}

/** Data that has been loaded for a view. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
}

/**
 * Returns what to show after another response: a connection that fails takes no view away, because
 * forms in it hold what was typed. The page says elsewhere that the server does not respond.
 */
export const laterOf = <T>(before: Loaded<T> | undefined, next: Loaded<T>): Loaded<T> =>
  before?.data !== undefined && next.error && !(next.error instanceof RefusedRequestError)
    ? before
    : next

/**
 * Loads data for a component, and again when the world has changed. What was loaded before stays
 * until then, and is dropped when the keys change.
 * @param keys what the request depends on
 */
export function useLoad<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const revision = useWatched()?.revision ?? ''
  const key = JSON.stringify([currentRoute().world, ...keys])
  const [loaded, setLoaded] = useState<{ key: string; value: Loaded<T> }>()
  // A response counts until a later request has one: a world that changes faster than it responds
  // would otherwise never be drawn.
  const requests = useRef({ key, sent: 0, counted: 0 })
  useEffect(() => {
    // The first look at the world is under way: what comes before it would be requested twice.
    if (revision === '') return
    if (requests.current.key !== key) requests.current = { key, sent: 0, counted: 0 }
    const state = requests.current
    const number = ++state.sent
    const draw = (next: Loaded<T>) => {
      if (requests.current !== state || number < state.counted) return
      state.counted = number
      setLoaded((before) => ({
        key,
        value: before?.key === key ? laterOf(before.value, next) : next,
      }))
    }
    load().then(
      (data) => draw({ data, error: undefined }),
      (error) => draw({ data: undefined, error }),
    )
  }, [key, revision])
  return loaded?.key === key ? loaded.value : nothing
}

const nothing = { data: undefined, error: undefined }
