import type { JSX } from 'preact'
import { lengthText, timeText } from '../core/format.ts'
import { control } from '../core/server.ts'
import { changed, refresh, useWatched } from '../core/world.ts'
import { Bar, Work } from './basic.tsx'
import { say } from './notices.tsx'

/** Progress bar of a running clock advance, with a button that stops it; on every view. */
export function AdvanceBar(): JSX.Element | null {
  const passing = useWatched()?.clock?.passing
  if (!passing) return null
  const [from, to, reached] = [passing.from, passing.to, passing.reached].map(Date.parse) as [
    number,
    number,
    number,
  ]
  const percent = to === from ? 100 : ((reached - from) / (to - from)) * 100
  const blocks = Object.values(passing.blocks)
    .flatMap((chains) => Object.values(chains))
    .reduce((sum, count) => sum + count, 0)
  return (
    <section class="advance" aria-label="Time passes">
      <p>
        <strong>Time passes</strong> {timeText(passing.reached)} of {timeText(passing.to)} ·{' '}
        <span class="number">{blocks}</span> blocks · about {lengthText(passing.estimatedMs)} to go
      </p>
      <Bar percent={percent} label="Progress of the clock advance" />
      <Work
        work={async () => {
          await control('DELETE', '/clock/passing')
          await changed()
          say('The clock advance is stopped at the last complete step.')
        }}
      >
        Stop
      </Work>
    </section>
  )
}

/** Starts a clock advance; the bar above shows its progress. @returns when it has started */
export async function advanceClock(advance: {
  readonly by?: string
  readonly to?: string
}): Promise<void> {
  await control('POST', '/clock/advance', { ...advance, wait: false })
  await refresh()
}
