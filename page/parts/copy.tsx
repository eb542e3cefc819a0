import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { say, sayFailure } from './notices.tsx'

/** Copies text to the clipboard; on http pages other than loopback browsers refuse that. */
async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`${what} is copied.`)
  } catch {
    sayFailure(
      new Error(
        'The browser does not let this page write to the clipboard: open the page by https or on localhost, or copy by hand.',
      ),
    )
  }
}

/** Small button that copies a value. */
export function CopyButton({
  text,
  what,
}: {
  readonly text: string
  readonly what: string
}): JSX.Element {
  const [done, setDone] = useState(false)
  return (
    <button
      type="button"
      class="copy"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={async () => {
        await copy(text, what.charAt(0).toUpperCase() + what.slice(1))
        setDone(true)
        setTimeout(() => setDone(false), 1500)
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {done ? <path d="M3 8.5l3.2 3L13 4.5" /> : <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />}
      </svg>
    </button>
  )
}

/** Code with a button that copies it. */
export const CodeBlock = ({
  code,
  label,
}: {
  readonly code: string
  readonly label: string
}): JSX.Element => (
  <figure class="code">
    <figcaption>
      {label} <CopyButton text={code} what={label} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has focus */}
    <pre tabIndex={0}>{code}</pre>
  </figure>
)
