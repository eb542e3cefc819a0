import type { Snowglobe } from '../../../src/snowglobe.ts'
import type { ApiRequest } from './api-requests.ts'

/** Every answer of a request: all pages of a list, as JSON. */
export async function* answersTo(
  server: Snowglobe,
  { url, body, onePage }: ApiRequest,
  dialect: string,
): AsyncGenerator<unknown> {
  const headers = { 'x-snowglobe-dialect': dialect }
  let next: string | undefined = url
  while (next !== undefined) {
    const response = await server.inject(
      body
        ? { method: 'POST', url: next, headers, payload: body }
        : { method: 'GET', url: next, headers },
    )
    if (response.statusCode >= 400) throw new Error(`${next}: ${response.body}`)
    const answer = response.json() as { nextPageToken?: string }
    yield answer
    const token: string | undefined = onePage ? undefined : answer.nextPageToken
    next = token && `${url}${url.includes('?') ? '&' : '?'}pageToken=${token}`
  }
}
