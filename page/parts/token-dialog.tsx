import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { missingToken } from '../core/server.ts'
import { useStore } from '../core/store.ts'

/** Asks for the token of a server that wants one. */
export function TokenDialog(): JSX.Element {
  const goOn = useStore(missingToken)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (goOn && !dialog.current?.open) dialog.current?.showModal()
    if (!goOn && dialog.current?.open) dialog.current.close()
  }, [goOn])
  return (
    <dialog ref={dialog} aria-labelledby="token-title">
      <form
        method="dialog"
        onSubmit={() => {
          const token = input.current?.value ?? ''
          if (input.current) input.current.value = ''
          goOn?.(token)
        }}
      >
        <h2 id="token-title">The control plane needs a token</h2>
        <p>
          It is the value of <code>--admin-token</code>. Without that option, the server printed one
          when it started.
        </p>
        <label class="field">
          Token
          <input ref={input} type="password" autocomplete="off" required />
        </label>
        <p>
          <button type="submit" class="main">
            Go on
          </button>
        </p>
      </form>
    </dialog>
  )
}
