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

/** How often a world whose clock runs is looked at, milliseconds. */
const everyMs = 5000

/** What the world was when the page was last drawn. */
let seen = ''

async function drawWorld() {
  const state = await ask('GET', '/world')
  seen = `${state.id} ${state.head} ${state.now}`
  part('identity').textContent =
    `${state.name} · seed ${state.seed} · ${state.size} · ${state.id.slice(0, 8)}`
  await drawNetworks(state)
  return state
}

/** Draws everything that the world has changed; what fails leaves the other parts alone. */
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

/** Looks whether the world has moved, unless somebody is typing. */
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

// What fails is said where everybody meets it.
addEventListener('unhandledrejection', ({ reason }) => say(reason?.message ?? String(reason), true))

await drawWorldChoice().catch(tell)
await Promise.all([refresh(), drawOperations().catch(tell)])
setInterval(() => look().catch(tell), everyMs)
