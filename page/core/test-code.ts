import { worldHeaders } from './server.ts'

/** Returns text as a word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a value as TypeScript writes it: plain names of fields, single quotes. */
export function literal(value: unknown, depth = 0): string {
  const [inner, outer] = ['  '.repeat(depth + 1), '  '.repeat(depth)]
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, depth)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, each]) => {
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : literal(key)
    return `${name}: ${literal(each, depth + 1)}`
  })
  const line = `{ ${entries.join(', ')} }`
  if (entries.length === 0) return '{}'
  return line.length < 72
    ? line
    : `{\n${entries.map((each) => `${inner}${each},\n`).join('')}${outer}}`
}

/** Returns a curl line for a request. */
export const curlLine = (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): string =>
  [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-d', quoted(body)]),
    quoted(url),
  ].join(' ')

/** Returns a line that sends a first request to the world of the page. */
export const firstRequest = (): string =>
  curlLine('GET', `${location.origin}/v1/chains/43114/blocks?pageSize=1`, worldHeaders())

/** Returns lines of a test in TypeScript that do the same as a call of the library. */
export const libraryCode = (call: string, world: string): string =>
  [
    "import { connect } from 'snowglobe/connect'",
    '',
    `const snowglobe = connect('${location.origin}')${world === 'default' ? '' : `.in('${world}')`}`,
    `await snowglobe.${call}`,
  ].join('\n')

/** Returns lines of TypeScript that send a request with `fetch` and read its response. */
export function fetchCode(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): string {
  const options = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  }
  const given = Object.keys(options).length > 0 ? `, ${literal(options)}` : ''
  return `const response = await fetch(${literal(url)}${given})\nconst body = await response.json()`
}
