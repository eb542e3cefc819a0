import type { TObject, TSchema } from '@sinclair/typebox'
import { everywhere } from '../schemas/control/actions/common.ts'
import { actionSchemas, type Do, resultFields } from '../schemas/control/actions/index.ts'
import type { ControlOperation } from '../schemas/control/control-operation.ts'
import { controlCalls, controlOperations } from '../schemas/control/operations.ts'
import { scenarioSchemas } from '../schemas/control/scenarios.ts'
import { type Calls, type DeclaredCall, isCall } from '../src/control/client/control-methods.ts'
import { between, table } from './page.ts'

/** Returns docs/control.md with the declared tables of operations, actions and scenarios. */
export const controlPage = (page: string): string =>
  [
    ['operations', operationTable()] as const,
    ['actions', actionTable()] as const,
    ['scenarios', scenarioTable()] as const,
  ].reduce((written, [name, rows]) => between(written, name, rows), page)

const scenarioTable = (): string =>
  table(
    ['Scenario', 'Fields', 'Effect'],
    Object.entries<TSchema>(scenarioSchemas).map(([name, schema]) => [
      `\`${name}\``,
      [schema.anyOf ?? schema].flat().map(fieldsOf).join(' or '),
      schema.description ?? '',
    ]),
  )

const fieldsOf = ({ properties, required = [] }: TSchema): string =>
  Object.keys(properties)
    .map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
    .join(', ')

const actionTable = (): string =>
  table(
    ['`do`', 'Fields', 'What happens', 'Result'],
    Object.entries<TObject>(actionSchemas).map(([verb, { properties, required, description }]) => [
      `\`${verb}\``,
      Object.keys(properties)
        .filter((name) => name !== 'do' && !(name in everywhere))
        .map((name) => `\`${name}${required?.includes(name) ? '' : '?'}\``)
        .join(', '),
      description ?? '',
      resultFields[verb as Do].map((name) => `\`${name}\``).join(', '),
    ]),
  )

const operationTable = (): string =>
  table(
    ['Method and path', 'Library', 'What it does'],
    controlOperations.map((operation: ControlOperation) => {
      const { method, path, summary, description } = operation
      return [
        `${method} ${path}`,
        methodsOf(operation).join(', '),
        [summary, ...(description === undefined ? [] : [description])].join('. '),
      ].map((cell) => cell.replaceAll('|', '\\|'))
    }),
  )

/** Returns the names of the library's methods for an operation, such as `clock.advance`. */
const methodsOf = (operation: ControlOperation): string[] =>
  methodsBelow(controlCalls, '')
    .filter(([, call]) => call.operation === operation)
    .map(([name]) => `\`${name}\``)

const methodsBelow = (calls: Calls, prefix: string): [name: string, call: DeclaredCall][] =>
  Object.entries(calls).flatMap(([name, one]) =>
    isCall(one) ? [[prefix + name, one]] : methodsBelow(one, `${prefix}${name}.`),
  )
