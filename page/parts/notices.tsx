import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { createStore, type Store, useStore } from '../core/store.ts'

interface Notice {
  readonly text: string
  readonly isBad: boolean
}

const notice: Store<Notice | undefined> = createStore<Notice | undefined>(undefined)

/** Says what an action led to, also to screen readers. */
export function say(text: string): void {
  notice.set({ text, isBad: false })
}

/** Says what failed. */
export function sayFailure(error: unknown): void {
  notice.set({ text: error instanceof Error ? error.message : String(error), isBad: true })
}

/** Milliseconds after which a notice of success goes away by itself. */
const lifetime = 6000

/** Line that shows the latest notice. */
export function Notices(): JSX.Element {
  const current = useStore(notice)
  useEffect(() => {
    const fail = (event: Event) => sayFailure((event as CustomEvent).detail)
    const rejected = ({ reason }: PromiseRejectionEvent) => sayFailure(reason)
    addEventListener('failure', fail)
    addEventListener('unhandledrejection', rejected)
    return () => {
      removeEventListener('failure', fail)
      removeEventListener('unhandledrejection', rejected)
    }
  }, [])
  useEffect(() => {
    if (!current || current.isBad) return
    const timer = setTimeout(() => notice.set(undefined), lifetime)
    return () => clearTimeout(timer)
  }, [current])
  return (
    <div class="notices">
      <div role="status" aria-live="polite">
        {current && !current.isBad && <p class="notice">{current.text}</p>}
      </div>
      <div role="alert">
        {current?.isBad && (
          <p class="notice bad">
            {current.text}{' '}
            <button type="button" class="plain" onClick={() => notice.set(undefined)}>
              Close
            </button>
          </p>
        )}
      </div>
    </div>
  )
}
