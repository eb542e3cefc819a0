// @ts-check
import { button, element, field, labelled, part, say, table } from './dom.js'
import { ask } from './server.js'

/** Steps of the advance buttons. */
const steps = [
  ['1 minute', 'PT1M'],
  ['1 hour', 'PT1H'],
  ['1 day', 'P1D'],
  ['30 days', 'P30D'],
]

let isFollowing = false

/**
 * Draws the world's date, with buttons to advance it.
 * @param {() => Promise<void>} refresh function that draws the whole page again
 */
export async function drawTime(refresh) {
  const clock = await ask('GET', '/clock')
  /** Starts an advance, which goes on when this tab is closed. @param {object} advance */
  const pass = async (advance) => {
    const before = await heights()
    await ask('POST', '/clock/advance', { ...advance, wait: false })
    await follow()
    const { now } = await ask('GET', '/clock')
    say(`It is ${now}. ${(await heights()) - before} new blocks.`)
  }
  /** Shows the progress of the clock advance until its end. */
  const follow = async () => {
    if (isFollowing) return
    isFollowing = true
    part('passing').hidden = false
    try {
      for (;;) {
        const { passing } = await ask('GET', '/clock')
        if (!passing) break
        const seconds = Math.ceil(passing.estimatedMs / 1000)
        say(`Time passes: ${shownTime(passing.reached)}, about ${seconds} s to go.`)
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    } finally {
      isFollowing = false
    }
    await refresh()
  }
  const until = field('Until (UTC)', {
    type: 'datetime-local',
    step: 1,
    id: 'until',
    value: clock.now.slice(0, 19),
  })
  const mode = select('Clock', 'mode', ['frozen', 'running', 'real'], clock.mode)
  const pace = field('Everyday blocks a day and chain', { id: 'pace', value: clock.pace, size: 8 })
  const rate = field('World seconds a second', {
    id: 'rate',
    type: 'number',
    min: 0.1,
    max: 3600,
    step: 0.1,
    value: clock.rate,
  })
  part('time-body').replaceChildren(
    element('p', { class: 'now' }, element('time', { datetime: clock.now }, shownTime(clock.now))),
    element(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'Let time pass' },
      ...steps.map(([text, by]) => button(`+ ${text}`, () => pass({ by }), 'main')),
    ),
    form([until.labelled], 'Go there', () =>
      pass({ to: `${until.input.value.padEnd(19, ':00').slice(0, 19)}Z` }),
    ),
    element(
      'p',
      { id: 'passing', hidden: clock.passing === undefined },
      button('Stop', () => ask('DELETE', '/clock/passing')),
    ),
    form([mode.labelled, pace.labelled, rate.labelled], 'Set the clock', async () => {
      const change = { mode: mode.input.value, pace: paceOf(pace.input.value) }
      const { now } = await ask('PUT', '/clock', { ...change, rate: Number(rate.input.value) })
      await refresh()
      say(`It is ${now}.`)
    }),
    element('h3', {}, 'What is due next'),
    table(
      'What is due next',
      ['Time', 'Network', 'Chain', 'What'],
      clock.next.map((/** @type {any} */ due) => [
        shownTime(due.time),
        due.network,
        due.chain,
        due.what,
      ]),
    ),
  )
  if (clock.passing) follow().catch((error) => say(error.message, true))
}

/** @param {string} text ISO 8601 */
export const shownTime = (text) => text.replace('T', ' ').replace('Z', ' UTC')

/** @param {string} text */
const paceOf = (text) => (/^\d/.test(text) ? Number(text) : text)

/** Returns the sum of the heights of all chains. */
async function heights() {
  const { networks } = await ask('GET', '/world')
  return Object.values(networks)
    .flatMap((chains) => Object.values(chains))
    .reduce((sum, { height }) => sum + height, 0)
}

/**
 * @param {HTMLElement[]} fields
 * @param {string} action
 * @param {() => Promise<unknown>} work
 */
export function form(fields, action, work) {
  const made = element('form', { class: 'row' }, ...fields, element('button', {}, action))
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    work().catch((error) => say(error.message, true))
  })
  return made
}

/**
 * @param {string} text
 * @param {string} id
 * @param {string[]} values
 * @param {string} [chosen]
 */
export const select = (text, id, values, chosen) =>
  labelled(
    text,
    /** @type {HTMLSelectElement} */ (
      element(
        'select',
        { id },
        ...values.map((value) => element('option', { value, selected: value === chosen }, value)),
      )
    ),
  )
