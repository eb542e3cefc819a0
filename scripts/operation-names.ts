import { operationNames } from '../src/operations.ts'

/** Returns schemas/operation-names.ts with the names of all operations. */
export const operationNamesFile = (): string =>
  [
    '// Written by scripts/write-docs.ts from the routes and methods: a type for all of them costs a',
    '// user of the package the reading of this file, and not of every schema.',
    '',
    '/** Name of an operation of the Data or Metrics API, or of a method of the node. */',
    'export type OperationName =',
    ...operationNames.map((name) => `  | '${name}'`),
    '',
  ].join('\n')
