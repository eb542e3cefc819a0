import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Catalogue } from '../core/catalogue.ts'
import { go } from '../core/route.ts'
import { find, fixedEntries, type Result, suggestions } from '../core/search.ts'

/** Milliseconds without a key after which hashes are looked up. */
const pauseMs = 150

const keyOf = ({ kind, to }: Result): string => `${kind} ${to}`

/** Dialog that finds by name at once, and looks hashes and heights up in the world. */
export function Palette({
  catalogue,
  onClose,
}: {
  readonly catalogue: Catalogue
  readonly onClose: () => void
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  // The choice has the key of its result: results that arrive later move no choice to another place.
  const [chosenKey, setChosenKey] = useState<string>()
  const [entries, setEntries] = useState<readonly Result[]>()
  const [found, setFound] = useState<{ text: string; results: readonly Result[] }>()

  useEffect(() => {
    dialog.current?.showModal()
    fixedEntries(catalogue).then(setEntries, () => setEntries([]))
  }, [catalogue])

  useEffect(() => {
    setChosenKey(undefined)
    const query = text.trim()
    if (query === '') return setFound(undefined)
    let isCurrent = true
    const timer = setTimeout(async () => {
      const results = await find(query, catalogue).catch(() => [])
      if (isCurrent) setFound({ text: query, results })
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, catalogue])

  const query = text.trim()
  const looked = found?.text === query ? found.results : []
  const results = [...looked, ...suggestions(query, entries ?? [])].slice(0, 12)
  const chosen = Math.max(0, results.map(keyOf).indexOf(chosenKey ?? ''))
  const isLooking = entries === undefined || (query !== '' && found?.text !== query)
  // Enter during a look opens what that finds, and not what stood there before.
  const [isAwaited, setAwaited] = useState(false)
  useEffect(() => {
    if (isAwaited && !isLooking) open(results[chosen])
  }, [isAwaited, isLooking])
  // A dialog that closes gives the focus back; one that is only removed does not.
  const close = () => {
    dialog.current?.close()
    onClose()
  }
  const open = (result: Result | undefined) => {
    setAwaited(false)
    if (!result) return
    close()
    go(result.to)
  }

  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => {
        // A search field would only empty itself.
        if (event.key === 'Escape') {
          event.preventDefault()
          close()
        }
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step !== undefined && results.length > 0) {
          event.preventDefault()
          const next = results[(chosen + step + results.length) % results.length]
          setChosenKey(next && keyOf(next))
        }
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          if (isLooking) setAwaited(true)
          else open(results[chosen])
        }}
      >
        <input
          type="search"
          // biome-ignore lint/a11y/noRedundantRoles: without a list the role is not implied
          role="combobox"
          aria-label="Search"
          aria-expanded={results.length > 0}
          aria-controls="results"
          aria-activedescendant={results.length > 0 ? `result-${chosen}` : undefined}
          aria-autocomplete="list"
          list={undefined}
          placeholder="0x…, avax1…, NodeID-…, 42, alice, listEvmBlocks, fund"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          autofocus
        />
        {/* Choices belong to the field above: the keys stay there. */}
        <div id="results" role="listbox" aria-label="Results">
          {results.map((result, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses
            <div
              key={keyOf(result)}
              id={`result-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => open(result)}
            >
              <span class="result-kind">{result.kind}</span>
              <span class="result-name">{result.name}</span>
              {result.detail && <span class="quiet">{result.detail}</span>}
            </div>
          ))}
        </div>
        <p class="quiet palette-foot" role="status">
          {isLooking
            ? 'Looking in the world…'
            : results.length === 0
              ? 'Nothing in this world has this name, height or hash.'
              : 'Arrow keys choose, Enter opens, Escape closes.'}
        </p>
      </form>
    </dialog>
  )
}
