import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { read } from '../core/server.ts'
import { useLoad } from '../core/world.ts'
import { Empty, Failure, Work } from './basic.tsx'

/** Page of a list of the interfaces. */
type Page = { readonly nextPageToken?: string } & Readonly<Record<string, unknown>>

/** List of the Data API: its first page, and more by a button. */
export function Paged<Row>({
  path,
  field,
  size = 15,
  empty,
  children,
}: {
  /** Path with its filters, without paging. */
  readonly path: string
  /** Field of the response that holds the items. */
  readonly field: string
  readonly size?: number
  readonly empty: ComponentChildren
  readonly children: (rows: readonly Row[]) => ComponentChildren
}): JSX.Element {
  const url = (token?: string) =>
    `${path}${path.includes('?') ? '&' : '?'}pageSize=${size}${token ? `&pageToken=${token}` : ''}`
  const first = useLoad(() => read<Page>(url()), [path, field, size])
  const [more, setMore] = useState<readonly Page[]>([])
  // A new first page means that the list has changed: what followed the old one is dropped.
  useEffect(() => setMore([]), [first.data])
  if (first.error) return <Failure error={first.error} />
  if (!first.data)
    return (
      <p class="loading" aria-busy="true">
        Loading…
      </p>
    )
  const pages = [first.data, ...more]
  const rows = pages.flatMap((page) => (page[field] ?? []) as Row[])
  const next = pages.at(-1)?.nextPageToken
  if (rows.length === 0) return <>{typeof empty === 'string' ? <Empty title={empty} /> : empty}</>
  return (
    <>
      {children(rows)}
      {next && (
        <p class="more">
          <Work work={async () => setMore([...more, await read<Page>(url(next))])}>Show more</Work>
        </p>
      )}
    </>
  )
}
