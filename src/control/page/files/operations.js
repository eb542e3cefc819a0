// @ts-check
import { button, code, element, field, labelled, part, say } from './dom.js'
import { askInterface, worldHeaders } from './server.js'
import { form, select } from './time.js'

/**
 * @typedef {object} Operation
 * @property {string} name
 * @property {string} method
 * @property {string} path with parameters in braces
 * @property {any[]} parameters
 * @property {any} example body
 */

/** Draws every operation, with a form, its response, and a curl line. */
export async function drawOperations() {
  const document = await (await askInterface('/openapi.json')).json()
  const operations = operationsOf(document)
  const chosen = select(
    'Operation',
    'operation',
    operations.map(({ name }) => name),
  )
  const place = element('div', {})
  const draw = () => {
    const operation = operations.find(({ name }) => name === chosen.input.value)
    if (operation) place.replaceChildren(...formOf(operation))
  }
  chosen.input.addEventListener('change', draw)
  part('operations-body').replaceChildren(
    chosen.labelled,
    place,
    element('div', { id: 'answer', 'aria-live': 'polite' }),
  )
  draw()
}

/** @param {any} document OpenAPI @returns {Operation[]} */
function operationsOf(document) {
  /** @param {any} value */
  const resolved = (value) =>
    value?.$ref
      ? value.$ref
          .slice(2)
          .split('/')
          .reduce((/** @type {any} */ place, /** @type {string} */ key) => place[key], document)
      : value
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const parameters = (operation.parameters ?? []).map(resolved)
      const content = operation.requestBody?.content?.['application/json']
      const examples = Object.entries(content?.examples ?? {})
      if (examples.length > 0)
        return examples.map(([name, example]) => ({
          ...{ name, method: method.toUpperCase(), path, parameters },
          example: resolved(example).value,
        }))
      const example = content && (content.example ?? {})
      return [
        { name: operation.operationId, method: method.toUpperCase(), path, parameters, example },
      ]
    }),
  )
}

/** @param {Operation} operation @returns {HTMLElement[]} */
function formOf({ method, path, parameters, example }) {
  const fields = parameters
    .filter(({ in: place }) => place !== 'header')
    .map((parameter) => ({
      parameter,
      ...field(`${parameter.name}${parameter.required ? ' (needed)' : ''}`, {
        id: `parameter-${parameter.name}`,
        value: parameter.required
          ? (parameter.example ?? parameter.schema?.examples?.[0] ?? '')
          : '',
        placeholder: parameter.example ?? '',
        title: parameter.description,
      }),
    }))
  const text = example === undefined ? undefined : JSON.stringify(example, null, 2)
  const body =
    text === undefined
      ? undefined
      : /** @type {HTMLTextAreaElement} */ (
          element('textarea', { id: 'body', rows: 8, cols: 60 }, text)
        )
  const url = () => {
    const query = new URLSearchParams()
    let filled = path
    for (const { parameter, input } of fields) {
      if (parameter.in === 'path')
        filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(input.value))
      else if (input.value !== '') query.append(parameter.name, input.value)
    }
    return query.size > 0 ? `${filled}?${query}` : filled
  }
  return [
    element('p', {}, code(`${method} ${path}`)),
    form(
      [
        ...fields.map(({ labelled: shown }) => shown),
        ...(body ? [labelled('Body', body).labelled] : []),
      ],
      'Ask',
      () => showAnswer(url(), method, body?.value),
    ),
  ]
}

/**
 * Sends a request to one of the four interfaces and shows the response with an equal curl line.
 * @param {string} path
 * @param {string} [method]
 * @param {string} [body]
 */
export async function showAnswer(path, method = 'GET', body = undefined) {
  const headers = {
    ...worldHeaders(),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const response = await askInterface(path, { method, headers, body })
  const text = await response.text()
  const curl = curlLine(method, new URL(path, location.origin).href, headers, body)
  part('answer').replaceChildren(
    element('p', {}, `${response.status} `, code(path)),
    element('pre', { tabindex: 0, 'aria-label': 'curl line' }, curl),
    button('Copy the curl line', async () => {
      await navigator.clipboard.writeText(curl)
      say('The line is copied.')
    }),
    element('pre', { tabindex: 0, 'aria-label': 'Answer' }, indented(text)),
  )
  part('answer').scrollIntoView({ block: 'nearest' })
}

/** @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/**
 * @param {string} method
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {string | undefined} body
 */
const curlLine = (method, url, headers, body) =>
  [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['-d', quoted(body)]),
    quoted(url),
  ].join(' ')

/** @param {string} text for a POSIX shell */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
