import { inspect } from 'node:util'

/**
 * Formats a value for an error message: as JSON, where JSON has it.
 * @param maxLength characters after which the text is cut
 */
export function quote(value: unknown, maxLength = 80): string {
  const text = jsonOf(value) ?? inspect(value, { breakLength: Infinity, depth: 1 })
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function jsonOf(value: unknown): string | undefined {
  if (value === undefined) return 'nothing'
  // JSON has no such numbers, and writes null.
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
