// @ts-check

/** @typedef {Node | string | number | undefined | false | null} Child */

/**
 * Makes an element. Properties are set as such, `class` and `aria-…` as attributes, functions as
 * listeners of events.
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function')
      made.addEventListener(name, /** @type {EventListener} */ (value))
    else if (value === true) made.setAttribute(name, '')
    else made.setAttribute(name, String(value))
  }
  for (const child of children.flat())
    if (child !== undefined && child !== false && child !== null)
      made.append(child instanceof Node ? child : String(child))
  return made
}

/**
 * Returns a part of the page by its id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no ${id}`)
  return found
}

/**
 * Builds a button that is disabled until its work is done.
 * @param {string} text
 * @param {() => unknown} work
 * @param {string} [kind]
 */
export function button(text, work, kind) {
  const made = /** @type {HTMLButtonElement} */ (
    element('button', { type: 'button', class: kind }, text)
  )
  made.addEventListener('click', async () => {
    made.disabled = true
    try {
      await work()
    } finally {
      made.disabled = false
    }
  })
  return made
}

/**
 * Builds a table.
 * @param {string} caption text for screen readers
 * @param {string[]} head
 * @param {Child[][]} rows
 */
export const table = (caption, head, rows) =>
  element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element(
      'table',
      { 'aria-label': caption },
      element(
        'thead',
        {},
        element('tr', {}, ...head.map((text) => element('th', { scope: 'col' }, text))),
      ),
      element(
        'tbody',
        {},
        ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell)))),
      ),
    ),
  )

/**
 * Builds a control with its label beside it.
 * @template {HTMLElement} Control
 * @param {string} text
 * @param {Control} control control with an id
 * @returns {{ labelled: HTMLElement, input: Control }}
 */
export const labelled = (text, control) => ({
  labelled: element(
    'div',
    { class: 'field' },
    element('label', { for: control.id }, text),
    control,
  ),
  input: control,
})

/**
 * Builds a field with its label.
 * @param {string} text
 * @param {Record<string, unknown>} properties properties of the input, including its id
 */
export const field = (text, properties) =>
  labelled(text, /** @type {HTMLInputElement} */ (element('input', properties)))

/** @param {string} text */
export const code = (text) => element('code', {}, text)

/**
 * Shows the result of an action, also to screen readers.
 * @param {string} text
 * @param {boolean} [isBad]
 */
export function say(text, isBad = false) {
  const status = part('status')
  status.textContent = text
  status.className = isBad ? 'bad' : ''
}
