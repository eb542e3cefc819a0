// @ts-check
import { button, element, field, part, say, table } from './dom.js'
import { ask } from './server.js'
import { form, shownTime } from './time.js'

/**
 * Draws the snapshots of the world, to which it can return.
 * @param {() => Promise<void>} refresh function that draws the whole page again
 */
export async function drawSnapshots(refresh) {
  const { snapshots } = await ask('GET', '/snapshots')
  const name = field('Name', {
    id: 'snapshot-name',
    pattern: '[a-z0-9][a-z0-9-]{0,62}',
    required: true,
  })
  part('snapshots-body').replaceChildren(
    form([name.labelled], 'Save', async () => {
      const saved = await ask('POST', '/snapshots', { name: name.input.value })
      await drawSnapshots(refresh)
      say(`The snapshot ${saved.name} is saved.`)
    }),
    snapshots.length === 0
      ? element('p', { class: 'quiet' }, 'None yet.')
      : table(
          'Saved snapshots',
          ['Name', 'Time', ''],
          snapshots.map((/** @type {any} */ { name: each, now }) => [
            each,
            shownTime(now),
            element(
              'span',
              { class: 'row' },
              button(`restore ${each}`, async () => {
                await ask('POST', `/snapshots/${each}/restore`)
                await refresh()
                say(`The world is as it was when ${each} was saved.`)
              }),
              button(`remove ${each}`, async () => {
                await ask('DELETE', `/snapshots/${each}`)
                await drawSnapshots(refresh)
              }),
            ),
          ]),
        ),
    button('Reset the world', async () => {
      await ask('POST', '/reset', { parts: ['world'] })
      await refresh()
      say('The world is as it was at the start.')
    }),
  )
}
