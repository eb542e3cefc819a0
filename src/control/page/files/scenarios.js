// @ts-check
import { button, code, element, part, say, table } from './dom.js'
import { ask } from './server.js'

/** @typedef {{ name: string, text: string, fields: object }} Offer */

/** Most frequent scenarios, each with its most frequent fields. */
const offers = /** @type {Offer[]} */ ([
  {
    name: 'indexer-lag',
    text: 'The Data API lags 3 blocks behind the node',
    fields: { blocks: 3 },
  },
  { name: 'indexer-stall', text: 'The Data API stands still', fields: {} },
  { name: 'duplicate-utxo', text: 'UTXOs come twice', fields: {} },
  { name: 'zero-weight-validators', text: 'L1 validators weigh nothing', fields: {} },
  { name: 'short-pages', text: 'Pages hold 2 items', fields: { most: 2 } },
  { name: 'sparse', text: 'Half of the optional fields are left out', fields: { share: 0.5 } },
  { name: 'node', text: 'The node is starting', fields: { personality: 'bootstrapping' } },
])

/** Draws the active scenarios, with switches for the most frequent ones. */
export async function drawScenarios() {
  const { scenarios } = await ask('GET', '/scenarios')
  const names = Object.keys(scenarios)
  part('scenarios-body').replaceChildren(
    element(
      'div',
      { class: 'row' },
      ...offers.map((offer) => {
        const input = element('input', {
          type: 'checkbox',
          role: 'switch',
          id: `scenario-${offer.name}`,
          checked: names.includes(offer.name),
        })
        input.addEventListener('change', () =>
          toggle(offer.name, offer.fields, names.includes(offer.name)).catch((error) =>
            say(error.message, true),
          ),
        )
        return element('label', { class: 'switch' }, offer.text, input)
      }),
    ),
    names.length === 0
      ? element('p', { class: 'quiet' }, 'Everything is shown as it is.')
      : table(
          'Scenarios that are set',
          ['Name', 'Fields', ''],
          names.map((name) => [
            name,
            code(JSON.stringify(scenarios[name])),
            button(`end ${name}`, () => toggle(name, {}, true)),
          ]),
        ),
  )
}

/** @param {string} name @param {object} fields @param {boolean} isSet */
async function toggle(name, fields, isSet) {
  if (isSet) await ask('DELETE', `/scenarios/${name}`)
  else await ask('PUT', `/scenarios/${name}`, fields)
  await drawScenarios()
  say(isSet ? `The scenario ${name} has ended.` : `The scenario ${name} is set.`)
}
