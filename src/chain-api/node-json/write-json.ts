import { JsonText, toJson } from '../../json-rpc/json-text.ts'

/** Value of the node's JSON; 64-bit integers are numbers there, beyond what a `number` holds. */
export type NodeJson =
  | string
  | number
  | bigint
  | readonly NodeJson[]
  | { readonly [name: string]: NodeJson }

/** Returns a result of a method as JSON in the form of Go's encoder. */
export const jsonResult = (value: NodeJson): JsonText => new JsonText(write(value))

function write(value: NodeJson): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object') return toJson(value)
  if (isList(value)) return `[${value.map(write).join(',')}]`
  const members = Object.entries(value).map(([name, member]) => `${toJson(name)}:${write(member)}`)
  return `{${members.join(',')}}`
}

const isList = (value: object): value is readonly NodeJson[] => Array.isArray(value)
