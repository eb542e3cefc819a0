import { readFileSync } from 'node:fs'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { defaultWorld } from '../fixtures/default-world.ts'
import { WorldDefinition } from '../schemas/definition/world.ts'
import { ConfigError } from './config.ts'
import { KeyFile } from './http/auth.ts'

/**
 * The definition in a file, or the built-in one.
 * @throws ConfigError with file and JSON pointer of the first field that does not fit
 */
export const worldDefinition = (file: string | undefined): WorldDefinition =>
  file === undefined ? defaultWorld : readJson(file, WorldDefinition)

/** The known API keys; none without a file. @throws ConfigError as above */
export const readKeys = (file: string | undefined): KeyFile =>
  file === undefined ? { keys: [] } : readJson(file, KeyFile)

function readJson<Schema extends TSchema>(file: string, schema: Schema): Static<Schema> {
  const value = parseFile(file)
  const problem = Value.Errors(schema, value).First()
  if (!problem) return value as Static<Schema>
  throw new ConfigError(
    `${file}: ${problem.path || '/'} does not fit: ${problem.message}, found ${JSON.stringify(problem.value)?.slice(0, 80)}`,
  )
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
