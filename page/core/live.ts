import { useEffect, useState } from 'preact/hooks'
import { control } from './server.ts'
import { type Loaded, useLoad } from './world.ts'

/** Milliseconds between two looks at what requests change. */
const everyMs = 2000

/** Loads from the control plane again and again while the page is looked at. */
export function useLive<T>(path: string): Loaded<T> {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && setTick((count) => count + 1), everyMs)
    return () => clearInterval(timer)
  }, [])
  const loaded = useLoad(() => control<T>('GET', path), [path, tick])
  const [last, setLast] = useState<{ path: string; loaded: Loaded<T> }>()
  useEffect(() => {
    if (loaded.data || loaded.error) setLast({ path, loaded })
  }, [loaded, path])
  // Between two looks the former one stands.
  return loaded.data || loaded.error || last?.path !== path ? loaded : last.loaded
}
