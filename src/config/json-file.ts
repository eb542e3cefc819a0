import { readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Static, TSchema } from '@sinclair/typebox'
import { parseJson, tooDeep } from '../util/bounded-json.ts'
import { errorText } from '../util/error-text.ts'
import { invalidText } from '../util/invalid-text.ts'
import { ConfigError } from './config.ts'

/**
 * Reads the value in a JSON file, which must fit a schema.
 * @throws ConfigError with file and JSON pointer of the first wrong field
 */
export async function readFittingFile<Schema extends TSchema>(
  file: string,
  schema: Schema,
): Promise<Static<Schema>> {
  // The checker is loaded only here: it is half of TypeBox, and most starts have no file to check.
  const { schemaProblem } = await import('../util/schema-problem.ts')
  const value = readJsonFile(file)
  const problem = schemaProblem(schema, value)
  if (!problem) return value as Static<Schema>
  throw new ConfigError(invalidText(file, problem))
}

/** Reads the value in a JSON file. @throws ConfigError naming the file */
export function readJsonFile(file: string): unknown {
  try {
    // The open of a named pipe would wait for its writer, perhaps for ever.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file')
    return parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** Reads JSON from standard input. @throws ConfigError */
export async function readJsonInput(): Promise<unknown> {
  try {
    return parseJson(await text(process.stdin))
  } catch (error) {
    throw unreadable('standard input', error)
  }
}

function unreadable(place: string, error: unknown): ConfigError {
  const message = errorText(error)
  if (message === tooDeep) return new ConfigError(`${place} ${message}`)
  const problem = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'
  return new ConfigError(`${place} ${problem}: ${message}`)
}
