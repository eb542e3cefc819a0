import type { TSchema } from '@sinclair/typebox'
import { NewFaultRule } from '../schemas/control/faults.ts'
import { between, table } from './page.ts'

/** Returns docs/faults.md with the table of the fields of a rule. */
export const faultsPage = (page: string): string =>
  between(page, 'fields', table(['Field', 'Value', 'Meaning'], rowsOf(NewFaultRule, '')))

/** Returns a row for each field, those of objects behind their object. */
function rowsOf(schema: TSchema, prefix: string): string[][] {
  return Object.entries<TSchema>(schema.properties).flatMap(([name, field]) => [
    [`\`${prefix}${name}\``, allowedBy(field), field.description ?? ''],
    ...rowsBelow(field, `${prefix}${name}`),
  ])
}

function rowsBelow(field: TSchema, name: string): string[][] {
  if (field.properties) return rowsOf(field, `${name}.`)
  if (field.items?.properties) return rowsOf(field.items, `${name}[].`)
  return []
}

function allowedBy(field: TSchema): string {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  if (field.anyOf?.every((one: TSchema) => one.const !== undefined))
    return field.anyOf.map((one: TSchema) => `\`${one.const}\``).join(', ')
  if (field.patternProperties) {
    const [value] = Object.values<TSchema>(field.patternProperties)
    return value?.anyOf ? 'by name: a text, `{"glob": …}` or `{"absent": true}`' : 'by name: a text'
  }
  if (field.type === 'array')
    return field.items.anyOf ? 'a list of `{"op": …, "path": …}`' : 'a list'
  const { minimum, maximum } = field
  if (maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `from ${minimum}`
  if (field.maxLength !== undefined) return `a text of up to ${field.maxLength} characters`
  return field.type === undefined
    ? 'any JSON'
    : { object: 'an object', string: 'a text' }[field.type as 'object' | 'string']
}
