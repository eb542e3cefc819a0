// @ts-check
import { button, element, field, labelled, part, say, table } from './dom.js'
import { ask } from './server.js'

/** How far the buttons go. */
const steps = [
  ['1 minute', 'PT1M'],
  ['1 hour', 'PT1H'],
  ['1 day', 'P1D'],
  ['30 days', 'P30D'],
]

/**
 * The world's date, with buttons to let time pass.
 * @param {() => Promise<void>} refresh draws the whole page again
 */
export async function drawTime(refresh) {
  const clock = await ask('GET', '/clock')
  /** @param {string} path @param {unknown} body @param {string} method */
  const change = async (path, body, method = 'POST') => {
    say('Time passes …')
    const passed = await ask(method, path, body)
    const blocks = newBlocks(passed.blocks)
    await refresh()
    say(`It is ${passed.now}.${blocks === undefined ? '' : ` ${blocks} new blocks.`}`)
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
      ...steps.map(([text, by]) =>
        button(`+ ${text}`, () => change('/clock/advance', { by }), 'main'),
      ),
    ),
    form([until.labelled], 'Go there', () =>
      change('/clock/advance', { to: `${until.input.value.padEnd(19, ':00').slice(0, 19)}Z` }),
    ),
    form([mode.labelled, pace.labelled, rate.labelled], 'Set the clock', () =>
      change(
        '/clock',
        { mode: mode.input.value, pace: paceOf(pace.input.value), rate: Number(rate.input.value) },
        'PUT',
      ),
    ),
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
}

/** @param {string} text ISO 8601 */
export const shownTime = (text) => text.replace('T', ' ').replace('Z', ' UTC')

/** @param {string} text */
const paceOf = (text) => (/^\d/.test(text) ? Number(text) : text)

/** @param {Record<string, Record<string, number>> | undefined} blocks */
const newBlocks = (blocks) =>
  blocks &&
  Object.values(blocks)
    .flatMap((chains) => Object.values(chains))
    .reduce((sum, count) => sum + count, 0)

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
