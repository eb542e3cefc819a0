import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { timeText } from '../core/format.ts'
import { go, link, linkIn, useRoute } from '../core/route.ts'
import { useWatched } from '../core/world.ts'

interface Entry {
  readonly view: string
  readonly name: string
  /** Path of a 16 by 16 picture. */
  readonly icon: string
}

const entries: readonly Entry[] = [
  { view: 'overview', name: 'Overview', icon: 'M2 7.5L8 2l6 5.5V14H9.5v-4h-3v4H2z' },
  { view: 'explorer', name: 'Explorer', icon: 'M2 5l6-3 6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6' },
  { view: 'wallets', name: 'Wallets', icon: 'M2 4h11v2H2zM2 4v9h12V6M11 9.5h.1' },
  {
    view: 'validators',
    name: 'Validators',
    icon: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM6 8l1.5 1.5L10.5 6.5',
  },
  { view: 'messages', name: 'Messages', icon: 'M2 3.5h12v9H2zM2 4l6 5 6-5' },
  { view: 'requests', name: 'Requests', icon: 'M3 4h10M3 8h10M3 12h6' },
  { view: 'faults', name: 'Faults', icon: 'M9 2L4 9h4l-1 5 5-7H8z' },
  {
    view: 'webhooks',
    name: 'Webhooks',
    icon: 'M6 6a3 3 0 114 2.8L12 12M7 8l-2.5 4.5M4 10a2.5 2.5 0 101 4.5L11 13',
  },
  { view: 'usage', name: 'Usage', icon: 'M2 14h12M4 14V9M8 14V3M12 14V6' },
  { view: 'time', name: 'Time', icon: 'M8 2a6 6 0 100 12A6 6 0 008 2zM8 5v3.5l2.5 1.5' },
  { view: 'api', name: 'API', icon: 'M5.5 4L2 8l3.5 4M10.5 4L14 8l-3.5 4' },
]

/** Navigation between the views, and which world they show. */
export function Sidebar({ view }: { readonly view: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const route = useRoute()
  useEffect(() => setOpen(false), [route])
  return (
    <header class="sidebar">
      <div class="brand">
        <a href={link(['overview'])}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="10" r="8" />
            <path d="M12 5v10M7.7 7.5l8.6 5M16.3 7.5l-8.6 5M6 19h12l1 3H5z" />
          </svg>
          Snowglobe
        </a>
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </div>
      <div id="navigation" class={isOpen ? 'navigation open' : 'navigation'}>
        <nav aria-label="Views">
          <ul>
            {entries.map((entry) => (
              <li key={entry.view}>
                <a
                  href={link([entry.view])}
                  aria-current={entry.view === view ? 'page' : undefined}
                >
                  <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d={entry.icon} />
                  </svg>
                  {entry.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <WorldChoice />
      </div>
    </header>
  )
}

/** The world's time, and the choice of a world where there are several. */
function WorldChoice(): JSX.Element {
  const watched = useWatched()
  const { world, parts } = useRoute()
  const worlds = watched?.worlds ?? []
  return (
    <div class="world">
      {worlds.length > 1 && (
        <label>
          World
          <select
            value={world}
            onChange={({ currentTarget }) =>
              go(linkIn(currentTarget.value, parts.length > 0 ? [parts[0] ?? ''] : []))
            }
          >
            {worlds.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {watched && (
        <a href={link(['time'])} class="clock">
          <span class="quiet">World time{watched.clock && `, ${watched.clock.mode}`}</span>
          <time dateTime={watched.now}>{timeText(watched.now)}</time>
        </a>
      )}
    </div>
  )
}
