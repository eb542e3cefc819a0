import { hash } from 'node:crypto'

/** Returns a UUID of version 4 form that follows from the seed, a purpose and a number. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
