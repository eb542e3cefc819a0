// @ts-check
import { drawCast } from './cast.js'
import { element, part, say } from './dom.js'
import { drawFaults } from './faults.js'
import { drawNetworks } from './networks.js'
import { drawOperations } from './operations.js'
import { drawRequests } from './requests.js'
import { drawScenarios } from './scenarios.js'
import { ask, world } from './server.js'
import { drawSnapshots } from './snapshots.js'
import { drawTime } from './time.js'

/** Milliseconds between two reads of a world whose clock runs. */
const everyMs = 5000

/** State of the world when the page was last drawn. */
let seen = ''

async function drawWorld() {
  const state = await ask('GET', '/world')
  seen = `${state.id} ${state.head} ${state.now}`
  part('identity').textContent =
    `${state.name} · seed ${state.seed} · ${state.size} · ${state.id.slice(0, 8)}`
  await drawNetworks(state)
  return state
}

/** Draws all parts that changes of the world affect; a failure leaves the other parts alone. */
async function refresh() {
  const parts = [
    drawWorld,
    () => drawTime(refresh),
    drawCast,
    drawRequests,
    drawFaults,
    drawScenarios,
    () => drawSnapshots(refresh),
  ]
  await Promise.all(parts.map((draw) => draw().catch(tell)))
}

/** @param {Error} error */
const tell = (error) => say(error.message, true)

/** Redraws the page if the world has moved, unless the user is typing. */
async function look() {
  if (document.hidden || document.activeElement instanceof HTMLInputElement) return
  const state = await ask('GET', '/world')
  if (`${state.id} ${state.head} ${state.now}` !== seen) await refresh()
  else await drawRequests()
}

async function drawWorldChoice() {
  const { worlds } = await ask('GET', '/worlds')
  part('world-choice').hidden = worlds.length < 2
  const names = /** @type {HTMLSelectElement} */ (part('world-names'))
  names.replaceChildren(
    ...worlds.map((/** @type {any} */ { name }) =>
      element('option', { value: name, selected: name === world.name }, name),
    ),
  )
  names.addEventListener('change', () => {
    world.choose(names.value)
    refresh()
  })
}

// Unhandled errors appear in the status line.
addEventListener('unhandledrejection', ({ reason }) => say(reason?.message ?? String(reason), true))

await drawWorldChoice().catch(tell)
await Promise.all([refresh(), drawOperations().catch(tell)])
setInterval(() => look().catch(tell), everyMs)
