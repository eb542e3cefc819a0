import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { CatalogueProvider, loadCatalogue } from '../core/catalogue.ts'
import { useRoute } from '../core/route.ts'
import { missingWorld } from '../core/server.ts'
import { useStore } from '../core/store.ts'
import { refresh, useLoad, useTrouble } from '../core/world.ts'
import { MissingWorldView } from '../views/missing-world.tsx'
import { viewOf } from '../views/views.tsx'
import { AdvanceBar } from './advance-bar.tsx'
import { Failure } from './basic.tsx'
import { Notices } from './notices.tsx'
import { Sidebar } from './sidebar.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TopBar } from './top-bar.tsx'

const missing = (world: string) => ({
  title: 'No such world',
  key: `${world} is missing`,
  content: <MissingWorldView world={world} />,
})

/** The whole page: navigation, search, and the view that the address names. */
export function App(): JSX.Element {
  const route = useRoute()
  const catalogue = useLoad(loadCatalogue, ['catalogue'])
  const trouble = useTrouble()
  const main = useRef<HTMLElement>(null)
  const isMissing = useStore(missingWorld) === route.world
  const { title, key, content } = isMissing ? missing(route.world) : viewOf(route)

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
            {isMissing ? (
              <div key={key}>{content}</div>
            ) : catalogue.data ? (
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
