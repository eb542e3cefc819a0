import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/**
 * Switch that moves at once and returns when the server refuses.
 * @param props.isOn state on the server
 * @param props.set changes the state on the server; changes of one switch run one after another
 */
export function Switch({
  isOn,
  set,
  children,
}: {
  readonly isOn: boolean
  readonly set: (isOn: boolean) => Promise<void>
  readonly children: ComponentChildren
}): JSX.Element {
  const [chosen, setChosen] = useState<boolean>()
  const last = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    if (chosen === isOn) setChosen(undefined)
  }, [isOn])
  const current = chosen ?? isOn
  const choose = (next: boolean) => {
    setChosen(next)
    last.current = last.current
      .then(() => set(next))
      .catch((error) => {
        setChosen(undefined)
        dispatchEvent(new CustomEvent('failure', { detail: error }))
      })
  }
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={current}
        checked={current}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
      {children}
    </label>
  )
}
