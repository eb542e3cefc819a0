import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ClockState } from '../../schemas/control/clock.ts'
import { chainsIn, type Network, networks, useCatalogue } from '../core/catalogue.ts'
import { timeText } from '../core/format.ts'
import { currentRoute } from '../core/route.ts'
import { control, worldHeaders } from '../core/server.ts'
import { curlLine, libraryCode } from '../core/test-code.ts'
import { changed, useWatched } from '../core/world.ts'
import { advanceClock } from '../parts/advance-bar.tsx'
import { Card, Empty, Head, Time, Work } from '../parts/basic.tsx'
import { CodeBlock } from '../parts/copy.tsx'
import { say, sayFailure } from '../parts/notices.tsx'
import { Snapshots } from '../parts/snapshots.tsx'

/** Steps of the buttons. */
const steps = [
  ['1 minute', 'PT1M'],
  ['1 hour', 'PT1H'],
  ['1 day', 'P1D'],
  ['14 days', 'P14D'],
  ['30 days', 'P30D'],
] as const

/** The world's clock: how it passes, what is due, and snapshots to go back to. */
export function TimeView(): JSX.Element {
  const clock = useWatched()?.clock
  const { world } = currentRoute()
  if (!clock)
    return (
      <p class="loading" aria-busy="true">
        Loading…
      </p>
    )
  return (
    <>
      <Head title="Time" lead="Everything that is due happens at its own time." />
      <Card>
        <p class="now">
          <time dateTime={clock.now}>{timeText(clock.now)}</time>
        </p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no name without a legend */}
        <div class="row" role="group" aria-label="Let time pass">
          {steps.map(([text, by], index) => (
            <Work key={by} kind={index === 2 ? 'main' : ''} work={() => advanceClock({ by })}>
              + {text}
            </Work>
          ))}
        </div>
        <Until now={clock.now} />
        <details>
          <summary>As test code</summary>
          <CodeBlock label="TypeScript" code={libraryCode("clock.advance('30d')", world)} />
          <CodeBlock
            label="curl"
            code={curlLine(
              'POST',
              `${location.origin}/_admin/clock/advance`,
              worldHeaders(),
              '{"by":"30d"}',
            )}
          />
        </details>
      </Card>
      <Card title="What is due">
        <Timeline clock={clock} />
      </Card>
      <Card title="How time passes">
        <Settings key={`${clock.mode} ${clock.pace} ${clock.rate}`} clock={clock} />
      </Card>
      <Card title="Make blocks">
        <Blocks />
      </Card>
      <Snapshots />
    </>
  )
}

function Until({ now }: { readonly now: string }): JSX.Element {
  const [to, setTo] = useState('')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        advanceClock({ to: `${to.padEnd(19, ':00').slice(0, 19)}Z` }).catch(sayFailure)
      }}
    >
      <label class="field">
        Until (UTC)
        <input
          type="datetime-local"
          step={1}
          min={now.slice(0, 19)}
          value={to || now.slice(0, 19)}
          onInput={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={to === ''}>
        Go there
      </button>
    </form>
  )
}

/** The next events on a line, from the present. */
function Timeline({ clock: { next, now } }: { readonly clock: ClockState }): JSX.Element {
  const { chains } = useCatalogue()
  if (next.length === 0)
    return <Empty title="Nothing is due">Set a pace, so that chains have background blocks.</Empty>
  const begin = Date.parse(now)
  const end = Math.max(...next.map(({ time }) => Date.parse(time)), begin + 1)
  const nameOf = (network: string, id: string) =>
    chains.find((chain) => chain.network === network && chain.id === id)?.name ?? id
  return (
    <>
      <svg class="timeline" aria-hidden="true">
        <line x1="0" x2="100%" y1="50%" y2="50%" />
        {next.map(({ time, network, chain }, index) => (
          <circle
            key={`${time} ${network} ${chain} ${index}`}
            cx={`${1 + ((Date.parse(time) - begin) / (end - begin)) * 98}%`}
            cy="50%"
            r="7"
          />
        ))}
      </svg>
      <ol class="due">
        {next.map(({ time, network, chain, what }, index) => (
          <li key={`${time} ${network} ${chain} ${index}`}>
            <Time at={time} />
            <span>
              {what.charAt(0).toUpperCase() + what.slice(1)}
              <span class="quiet">
                {' '}
                {nameOf(network, chain)}, {network}
              </span>
            </span>
            <span class="quiet number">{timeText(time)}</span>
            <Work work={() => advanceClock({ to: time })} label={`Go there: ${timeText(time)}`}>
              Go there
            </Work>
          </li>
        ))}
      </ol>
    </>
  )
}

const modes = [
  ['frozen', 'frozen: time passes on request'],
  ['running', 'running: time passes by itself'],
  ['real', 'real: the time of this machine'],
] as const

function Settings({ clock }: { readonly clock: ClockState }): JSX.Element {
  const [mode, setMode] = useState<string>(clock.mode)
  const [rate, setRate] = useState(String(clock.rate))
  const [pace, setPace] = useState(String(clock.pace))
  return (
    <form
      class="row"
      onSubmit={async (event) => {
        event.preventDefault()
        try {
          await control('PUT', '/clock', {
            mode,
            pace: /^\d+$/.test(pace) ? Number(pace) : pace,
            ...(mode === 'running' && { rate: Number(rate) }),
          })
          await changed()
          say('The clock is set.')
        } catch (error) {
          sayFailure(error)
        }
      }}
    >
      <label class="field">
        Clock
        <select value={mode} onChange={({ currentTarget }) => setMode(currentTarget.value)}>
          {modes.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Background blocks a day and chain
        <input
          type="text"
          size={10}
          required
          value={pace}
          onInput={({ currentTarget }) => setPace(currentTarget.value)}
        />
      </label>
      {mode === 'running' && (
        <label class="field">
          World seconds a second
          <input
            type="number"
            min={0.1}
            max={3600}
            step={0.1}
            required
            value={rate}
            onInput={({ currentTarget }) => setRate(currentTarget.value)}
          />
        </label>
      )}
      <button type="submit">Set the clock</button>
    </form>
  )
}

function Blocks(): JSX.Element {
  const catalogue = useCatalogue()
  const [network, setNetwork] = useState<Network>('mainnet')
  const [chain, setChain] = useState('C')
  const [count, setCount] = useState('1')
  return (
    <form
      class="row"
      onSubmit={async (event) => {
        event.preventDefault()
        try {
          const { height } = await control<{ height: number }>('POST', '/blocks', {
            ...{ network, chain, count: Number(count) },
          })
          await changed()
          say(`The height is ${height}.`)
        } catch (error) {
          sayFailure(error)
        }
      }}
    >
      <label class="field">
        Network
        <select
          value={network}
          onChange={({ currentTarget }) => setNetwork(currentTarget.value as Network)}
        >
          {networks.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label class="field">
        Chain
        <select value={chain} onChange={({ currentTarget }) => setChain(currentTarget.value)}>
          {chainsIn(catalogue, network).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Blocks
        <input
          type="number"
          min={1}
          max={1000}
          required
          value={count}
          onInput={({ currentTarget }) => setCount(currentTarget.value)}
        />
      </label>
      <button type="submit">Make them</button>
    </form>
  )
}
