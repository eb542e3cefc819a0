import type { Snowglobe } from '../../../src/snowglobe.ts'
import type { ApiRequest } from './api-requests.ts'

/** Every response of a request: all pages of a list, as JSON. */
export async function* responsesTo(
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
    const page = response.json() as { nextPageToken?: string }
    yield page
    const token: string | undefined = onePage ? undefined : page.nextPageToken
    next = token && `${url}${url.includes('?') ? '&' : '?'}pageToken=${token}`
  }
}
