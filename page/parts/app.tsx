import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CatalogueProvider, loadCatalogue } from '../core/catalogue.ts'
import { useRoute } from '../core/route.ts'
import { refresh, useLoad, useTrouble } from '../core/world.ts'
import { viewOf } from '../views/views.tsx'
import { AdvanceBar } from './advance-bar.tsx'
import { Failure } from './basic.tsx'
import { Notices } from './notices.tsx'
import { Sidebar } from './sidebar.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TopBar } from './top-bar.tsx'

/** The whole page: navigation, search, and the view that the address names. */
export function App(): JSX.Element {
  const route = useRoute()
  const catalogue = useLoad(loadCatalogue, ['catalogue'])
  const trouble = useTrouble()
  const main = useRef<HTMLElement>(null)
  const { title, key, content } = viewOf(route)

  useEffect(() => {
    document.title = `${title} · Snowglobe`
  }, [title])

  // A view is a page of its own: its heading gets the focus, as after a link.
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [key])

  // The first view has sent its requests by then: the clock waits for none of them, and they for it.
  const isReady = catalogue.data !== undefined || catalogue.error !== undefined
  useEffect(() => {
    if (isReady) refresh()
  }, [isReady])

  const error = catalogue.error ?? (catalogue.data ? undefined : trouble)
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <div class="shell">
        <Sidebar view={route.parts[0] ?? 'overview'} />
        <div class="page">
          <TopBar catalogue={catalogue.data} />
          <AdvanceBar />
          <Notices />
          <main id="content" tabIndex={-1} ref={main}>
            {trouble && catalogue.data && <Failure error={trouble} />}
            {catalogue.data ? (
              <CatalogueProvider value={catalogue.data}>
                <div key={key}>{content}</div>
              </CatalogueProvider>
            ) : error ? (
              <Failure error={error} />
            ) : (
              <p class="loading" aria-busy="true">
                Loading…
              </p>
            )}
          </main>
        </div>
      </div>
      <TokenDialog />
    </>
  )
}
