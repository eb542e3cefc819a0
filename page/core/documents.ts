import type { Schema } from './schema.ts'
import { control, sendPlainly } from './server.ts'

/** Parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: Schema
}

/** Operation of one of the interfaces, or of the control plane. */
export interface Operation {
  readonly name: string
  readonly group: string
  readonly method: string
  /** Path with parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  /** Body to begin with; undefined for an operation without one. */
  readonly example: unknown
}

/** Verb of an action, with the schema of its fields. */
export interface Verb {
  readonly verb: string
  readonly description: string
  readonly schema: Schema
}

interface Document {
  readonly paths: Record<string, Record<string, OperationObject>>
  readonly components: { readonly schemas: Record<string, Schema> }
}

interface OperationObject {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: {
    readonly content: Record<
      string,
      { example?: unknown; examples?: Record<string, unknown>; schema: Schema }
    >
  }
}

/** Loads once; a failure is tried again by the next request. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

const controlDocument = once(() => control<Document>('GET', '/openapi.json'))

const interfaceDocument = once(() =>
  sendPlainly('/openapi.json').then((response) => response.json() as Promise<Document>),
)

/** Follows a reference within a document. */
function resolved(value: unknown, document: Document): unknown {
  const { $ref } = value as { $ref?: string }
  if ($ref === undefined) return value
  return $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((place, key) => (place as Record<string, unknown>)[key], document)
}

/** Follows the references in a schema, in depth; one that leads to itself becomes any value. */
function whole(value: unknown, document: Document, within: readonly unknown[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => whole(each, document, within))
  if (typeof value !== 'object' || value === null) return value
  const schema = resolved(value, document) as object
  if (within.includes(schema)) return {}
  return Object.fromEntries(
    Object.entries(schema).map(([key, each]) => [key, whole(each, document, [...within, schema])]),
  )
}

function operationsIn(document: Document, group?: string): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content['application/json']
      const common = {
        group: group ?? operation.tags?.[0] ?? 'Others',
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        description: operation.description ?? '',
        parameters: (operation.parameters ?? []).map(
          (parameter) => resolved(parameter, document) as Parameter,
        ),
      }
      const examples = Object.entries(content?.examples ?? {})
      if (examples.length > 0)
        return examples.map(([name, example]) => ({
          ...common,
          name,
          example: (resolved(example, document) as { value: unknown }).value,
        }))
      return [
        {
          ...common,
          name: operation.operationId,
          example: content && (content.example ?? {}),
        },
      ]
    }),
  )
}

/** Returns all operations of the four interfaces, and those of the control plane behind them. */
export const loadOperations: () => Promise<readonly Operation[]> = once(async () => {
  const [interfaces, own] = await Promise.all([interfaceDocument(), controlDocument()])
  return [...operationsIn(interfaces), ...operationsIn(own, 'Control plane')]
})

/** Returns the verbs of actions in the order of the schemas. */
export const loadActions: () => Promise<readonly Verb[]> = once(async () => {
  const { components } = await controlDocument()
  return (components.schemas.Action?.anyOf ?? []).map((schema) => ({
    verb: String(schema.properties?.do?.const),
    description: schema.description ?? '',
    schema,
  }))
})

/** Returns the schema of the body of an operation, with its references followed. */
export async function loadBodySchema(method: string, path: string): Promise<Schema> {
  const document = await (path.startsWith('/_admin') ? controlDocument() : interfaceDocument())
  const schema = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema
  return whole(schema ?? {}, document) as Schema
}
