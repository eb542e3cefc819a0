/** JSON Schema, as far as forms need it. */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array'
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Kind of control that a schema gets. */
type Kind =
  | 'text'
  | 'number'
  | 'switch'
  | 'choice'
  | 'list'
  | 'choices'
  | 'object'
  | 'objects'
  | 'pairs'
  | 'json'

/** Kinds of lists by the kind of their items. */
const kindsOfLists: Partial<Record<Kind, Kind>> = {
  object: 'objects',
  text: 'list',
  choice: 'choices',
}

/** Returns the kind of control for a schema. */
export function kindOf(schema: Schema): Kind {
  if (choicesOf(schema)) return 'choice'
  if (schema.anyOf) {
    const kinds = schema.anyOf.map(kindOf)
    // One name or several: a text that may hold commas.
    if (kinds.every((kind) => kind === 'text' || kind === 'list'))
      return kinds.includes('list') ? 'list' : 'text'
    if (kinds.every((kind) => ['text', 'choice', 'switch', 'number'].includes(kind))) return 'text'
    return 'json'
  }
  if (schema.const !== undefined) return typeof schema.const === 'boolean' ? 'switch' : 'text'
  switch (schema.type) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'switch'
    case 'array':
      return kindsOfLists[kindOf(schema.items ?? {})] ?? 'json'
    case 'object':
      return schema.properties && Object.keys(schema.properties).length > 0
        ? 'object'
        : typeof schema.additionalProperties === 'object' &&
            kindOf(schema.additionalProperties) === 'text'
          ? 'pairs'
          : 'json'
    default:
      return 'json'
  }
}

/** Returns the values that a closed list allows. */
export function choicesOf(schema: Schema): readonly unknown[] | undefined {
  if (schema.enum) return schema.enum
  if (schema.anyOf?.every((each) => each.const !== undefined && typeof each.const !== 'boolean'))
    return schema.anyOf.map((each) => each.const)
  return undefined
}

/** Value of a form field as it is typed; undefined where it is left out. */
type Typed = unknown

/**
 * Turns the text of a field into what the schema means: `5` into a number where no text is allowed,
 * `false` into a boolean where text or false is.
 */
export function valueFrom(text: string, schema: Schema): Typed {
  if (text === '') return undefined
  const kinds = schema.anyOf ?? [schema]
  const constant = kinds.find(({ const: value }) => value !== undefined && String(value) === text)
  if (constant) return constant.const
  const isText = kinds.some(({ type, const: value }) => type === 'string' && value === undefined)
  const isNumber = kinds.some(({ type }) => type === 'integer' || type === 'number')
  if (
    isNumber &&
    (!isText || /^-?\d/.test(text)) &&
    text.trim() !== '' &&
    !Number.isNaN(Number(text))
  )
    return Number(text)
  return text
}

/** Removes what was left empty, in depth. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .map(([key, each]) => [key, withoutEmpty(each)] as const)
      .filter(([, each]) => each !== undefined)
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  return value === '' ? undefined : value
}
