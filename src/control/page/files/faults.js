// @ts-check
import { button, code, element, part, say, table } from './dom.js'
import { ask } from './server.js'

/** Faults that testers need most; each is a rule. */
const offers = [
  { id: 'page-503', text: 'Every request answers 503', rule: { respond: { status: 503 } } },
  { id: 'page-429', text: 'The next two answer 429', rule: { times: 2, respond: { status: 429 } } },
  { id: 'page-slow', text: 'Every answer takes 2 s longer', rule: { delay: { ms: 2000 } } },
  { id: 'page-reset', text: 'Every connection is reset', rule: { connection: 'reset' } },
]

/** Draws the active faults, with switches for the most frequent ones. */
export async function drawFaults() {
  const { rules } = await ask('GET', '/faults')
  const isSet = (/** @type {string} */ id) =>
    rules.some((/** @type {any} */ rule) => rule.id === id)
  part('faults-body').replaceChildren(
    element(
      'div',
      { class: 'row' },
      ...offers.map(({ id, text, rule }) => {
        const input = element('input', { type: 'checkbox', role: 'switch', id, checked: isSet(id) })
        input.addEventListener('change', () =>
          toggle(id, rule, isSet(id)).catch((error) => say(error.message, true)),
        )
        return element('label', { class: 'switch' }, text, input)
      }),
    ),
    rules.length === 0
      ? element('p', { class: 'quiet' }, 'Nothing is broken on purpose.')
      : table(
          'Faults that are set',
          ['Id', 'Rule', ''],
          rules.map((/** @type {any} */ { id, ...rule }) => [
            id,
            code(JSON.stringify(rule)),
            button(`remove ${id}`, () => toggle(id, {}, true)),
          ]),
        ),
  )
}

/** @param {string} id @param {object} rule @param {boolean} isSet */
async function toggle(id, rule, isSet) {
  if (isSet) await ask('DELETE', `/faults/${encodeURIComponent(id)}`)
  else await ask('PUT', `/faults/${encodeURIComponent(id)}`, rule)
  await drawFaults()
  say(isSet ? `The fault ${id} is gone.` : `The fault ${id} is set.`)
}
