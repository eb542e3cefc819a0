import { useEffect, useState } from 'preact/hooks'
import type { ClockState } from '../../schemas/control/clock.ts'
import type { ListedWorld } from '../../schemas/control/worlds.ts'
import { currentRoute } from './route.ts'
import { control } from './server.ts'
import { createStore, type Store, useStore } from './store.ts'

/** What the page knows of its world without asking for a view. */
export interface Watched {
  readonly clock: ClockState
  readonly worlds: readonly ListedWorld[]
  /** Text that differs between two states of the world. */
  readonly revision: string
}

/** Milliseconds between two looks at the world, and while time passes. */
const everyMs = { still: 5000, passing: 400 }

const watched: Store<Watched | undefined> = createStore<Watched | undefined>(undefined)
const trouble: Store<Error | undefined> = createStore<Error | undefined>(undefined)

/** Number of changes that the page has made itself. */
let changes = 0
let timer: ReturnType<typeof setTimeout> | undefined
let looking: Promise<void> | undefined

export const useWatched = (): Watched | undefined => useStore(watched)
export const useTrouble = (): Error | undefined => useStore(trouble)

/** Reads clock and worlds once. */
async function look(): Promise<void> {
  try {
    const [clock, { worlds }] = await Promise.all([
      control<ClockState>('GET', '/clock'),
      control<{ worlds: ListedWorld[] }>('GET', '/worlds'),
    ])
    const { world } = currentRoute()
    const head = worlds.find(({ name }) => name === world)?.head
    const revision = [world, head, clock.now, changes].join(' ')
    const before = watched.get()
    // While time passes, views are drawn again by its progress and not for each look.
    watched.set({ clock, worlds, revision: clock.passing && before ? before.revision : revision })
    trouble.set(undefined)
  } catch (error) {
    trouble.set(error as Error)
  }
}

/** Looks now, and again later. */
export function refresh(): Promise<void> {
  clearTimeout(timer)
  looking ??= look().finally(() => {
    looking = undefined
    const passes = watched.get()?.clock.passing !== undefined
    timer = setTimeout(
      () => (document.hidden ? refreshLater() : refresh()),
      passes ? everyMs.passing : everyMs.still,
    )
  })
  return looking
}

function refreshLater(): void {
  clearTimeout(timer)
  timer = setTimeout(() => (document.hidden ? refreshLater() : refresh()), everyMs.still)
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
  refresh()
}

/** What has been loaded for a view. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: Error | undefined
}

/**
 * Loads data for a component, and again when the world has changed. What was loaded before stays
 * until then, and is dropped when the keys change.
 * @param keys what the request depends on
 */
export function useLoad<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const revision = useWatched()?.revision ?? ''
  const key = JSON.stringify([currentRoute().world, ...keys])
  const [loaded, setLoaded] = useState<Loaded<T> & { key: string }>()
  useEffect(() => {
    // The first look at the world is under way: what comes before it would be asked for twice.
    if (revision === '') return
    let isCurrent = true
    load().then(
      (data) => isCurrent && setLoaded({ data, error: undefined, key }),
      (error) => isCurrent && setLoaded({ data: undefined, error, key }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, revision])
  if (loaded?.key === key) return loaded
  return { data: undefined, error: undefined }
}
