import type { ControlOperation } from '../schemas/control/control-operation.ts'
import { controlCalls, controlOperations } from '../schemas/control/operations.ts'
import { type Calls, type DeclaredCall, isCall } from '../src/control/client/control-methods.ts'
import { between, table } from './page.ts'

/** docs/control.md with the table of operations as they are declared. */
export const controlPage = (page: string): string => between(page, 'operations', operationTable())

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

/** Names of the library's methods for an operation, such as `clock.advance`. */
const methodsOf = (operation: ControlOperation): string[] =>
  methodsBelow(controlCalls, '')
    .filter(([, call]) => call.operation === operation)
    .map(([name]) => `\`${name}\``)

const methodsBelow = (calls: Calls, prefix: string): [name: string, call: DeclaredCall][] =>
  Object.entries(calls).flatMap(([name, one]) =>
    isCall(one) ? [[prefix + name, one]] : methodsBelow(one, `${prefix}${name}.`),
  )
