import type { Config } from '../config/config.ts'
import { startingDefinition, worldDefinition } from '../definition/world-definition.ts'
import { exitCodes } from './exit-codes.ts'
import { print } from './output.ts'

/**
 * Prints the definition of the world as JSON: as a file for `--fixtures` it is the same world. That of
 * the empty one is short, since it leaves out what it need not say.
 */
export async function printDefinition({
  fixtures,
  size,
}: Pick<Config, 'fixtures' | 'size'>): Promise<number> {
  const isStart = fixtures === undefined && size === 'empty'
  const definition = isStart ? startingDefinition : await worldDefinition(fixtures)
  await print(`${JSON.stringify(definition, null, 2)}\n`)
  return exitCodes.stopped
}
