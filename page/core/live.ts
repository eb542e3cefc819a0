import { useEffect, useState } from 'preact/hooks'
import { control } from './server.ts'
import { type Loaded, laterOf, useLoad } from './world.ts'

/** Milliseconds between two looks at what requests change. */
const everyMs = 2000

/**
 * Loads from the control plane again and again while the page is looked at: the next time begins
 * after the response, however long that takes.
 */
export function useLive<T>(path: string): Loaded<T> {
  const [tick, setTick] = useState(0)
  const loaded = useLoad(() => control<T>('GET', path), [path, tick])
  const [last, setLast] = useState<{ path: string; loaded: Loaded<T> }>()
  useEffect(() => {
    if (!loaded.data && !loaded.error) return
    setLast((before) =>
      before?.path === path ? { path, loaded: laterOf(before.loaded, loaded) } : { path, loaded },
    )
    const timer = setInterval(() => !document.hidden && setTick((count) => count + 1), everyMs)
    return () => clearInterval(timer)
  }, [loaded, path])
  // Between two looks the former one stands.
  return last?.path === path ? last.loaded : loaded
}
