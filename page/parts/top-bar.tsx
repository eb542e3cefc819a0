import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Catalogue } from '../core/catalogue.ts'
import { Palette } from './palette.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Search for everything; Ctrl or Cmd with K opens it, and a slash where nothing is typed. */
export function TopBar({ catalogue }: { readonly catalogue: Catalogue | undefined }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input,textarea,select')
      const isShortcut =
        ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') ||
        (event.key === '/' && !isTyping)
      if (!isShortcut) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <div class="top">
      <button type="button" class="search" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M7 2.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM10.5 10.5L14 14" />
        </svg>
        <span>Search addresses, hashes, heights, nodes, operations, actions</span>
        <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && catalogue && <Palette catalogue={catalogue} onClose={() => setOpen(false)} />}
    </div>
  )
}
