// @ts-check
import { button, code, element, part, say, table } from './dom.js'
import { ask } from './server.js'

/** Draws the latest requests to the four interfaces. */
export async function drawRequests() {
  const { requests } = await ask('GET', '/requests?pageSize=20')
  part('requests-body').replaceChildren(
    requests.length === 0
      ? element('p', { class: 'quiet' }, 'None yet, or the journal is off.')
      : table(
          'The latest requests',
          ['When', 'Status', 'Request', 'Took', 'Fault'],
          requests.map((/** @type {any} */ request) => [
            request.receivedAt,
            request.status === undefined
              ? 'none'
              : element('span', { class: request.status >= 400 ? 'bad' : 'good' }, request.status),
            code(`${request.method} ${request.path}${request.query ? `?${request.query}` : ''}`),
            request.durationMs === undefined ? '' : `${Math.round(request.durationMs)} ms`,
            request.faultId ?? '',
          ]),
        ),
    button('Forget them', async () => {
      await ask('DELETE', '/requests')
      await drawRequests()
      say('The journal is empty.')
    }),
  )
}
