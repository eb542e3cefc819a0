import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { grouped, relativeText, timeText } from '../core/format.ts'
import type { Loaded } from '../core/world.ts'
import { useWatched } from '../core/world.ts'

/** Text of a schema: what stands in backticks is code. */
export const Prose = ({ text }: { readonly text: string }): JSX.Element => (
  <>
    {text
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
  </>
)

/** Titled part of a view. */
export function Card(props: {
  readonly title?: ComponentChildren
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
  readonly class?: string
}): JSX.Element {
  const id = useId()
  const { title, action, children } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div class={`card ${props.class ?? ''}`} role="group" aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      {children}
    </div>
  )
}

/** Head of a view: what it is, its title, and what can be done. */
export const Head = ({
  kind,
  title,
  lead,
  children,
}: {
  readonly kind?: ComponentChildren
  readonly title: ComponentChildren
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}): JSX.Element => (
  <div class="head">
    <div>
      {kind && <p class="kind">{kind}</p>}
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </div>
    {children && <div class="row">{children}</div>}
  </div>
)

/** Text of an empty list, and how to change that. */
export const Empty = ({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}): JSX.Element => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children && <p>{children}</p>}
  </div>
)

/** View of something that the world does not have. */
export const Missing = ({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}): JSX.Element => (
  <>
    <Head title="Not found" />
    <Card>
      <Empty title={title}>{children}</Empty>
    </Card>
  </>
)

/** Message of a failure. */
export const Failure = ({ error }: { readonly error: Error }): JSX.Element => (
  <p class="failure" role="alert">
    {error.message}
  </p>
)

/** Shows what was loaded, a failure, or that it loads. */
export function Loading<T>({
  of: { data, error },
  children,
}: {
  readonly of: Loaded<T>
  readonly children: (data: T) => ComponentChildren
}): JSX.Element {
  if (error) return <Failure error={error} />
  if (data === undefined)
    return (
      <p class="loading" aria-busy="true">
        Loading…
      </p>
    )
  return <>{children(data)}</>
}

/** A fact: its name and its value. */
type Fact = readonly [name: string, value: ComponentChildren] | undefined | false

/** List of facts; those that are absent are left out. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }): JSX.Element => (
  <dl class="facts">
    {facts.map(
      (fact) =>
        fact &&
        fact[1] !== undefined && (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
)

export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'accent'

/** Short state or kind. */
export const Badge = ({
  tone = 'quiet',
  children,
}: {
  readonly tone?: Tone
  readonly children: ComponentChildren
}): JSX.Element => <span class={`badge ${tone}`}>{children}</span>

/** Time by the world's clock: relative, with the whole time as its title, or both. */
export function Time({
  at,
  both = false,
}: {
  /** ISO 8601, or seconds since 1970. */
  readonly at: string | number | undefined
  readonly both?: boolean
}): JSX.Element | null {
  const now = useWatched()?.now
  if (at === undefined) return null
  const whole = timeText(at)
  const relative = now ? relativeText(at, now) : ''
  return (
    <time dateTime={whole.replace(' UTC', 'Z').replace(' ', 'T')} title={both ? undefined : whole}>
      {both ? whole : relative}
      {both && relative && <span class="quiet"> {relative}</span>}
    </time>
  )
}

/** Number in groups of three digits. */
export const Count = ({ of: value }: { readonly of: number | string }): JSX.Element => (
  <span class="number">{grouped(String(value))}</span>
)

/** Button that is disabled until its work is done, and says what failed. */
export function Work({
  children,
  work,
  kind = '',
  label,
}: {
  readonly children: ComponentChildren
  readonly work: () => unknown
  readonly kind?: string
  readonly label?: string
}): JSX.Element {
  const [busy, setBusy] = useState(false)
  return (
    <button
      type="button"
      class={kind}
      aria-label={label}
      aria-disabled={busy}
      onClick={async () => {
        if (busy) return
        setBusy(true)
        try {
          await work()
        } catch (error) {
          // Refusals of the server appear in the status line; see notices.tsx.
          dispatchEvent(new CustomEvent('failure', { detail: error }))
        } finally {
          setBusy(false)
        }
      }}
    >
      {children}
    </button>
  )
}

/** Share from 0 to 100 as a bar. */
export const Bar = ({ percent, label }: { readonly percent: number; readonly label: string }) => (
  <progress class="bar" max={100} value={Math.max(0, Math.min(100, percent))} aria-label={label} />
)

/** The response behind a view, for who wants it. */
export const Raw = ({ of: value }: { readonly of: unknown }): JSX.Element => (
  <details class="raw">
    <summary>JSON</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only what has focus */}
    <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
  </details>
)
