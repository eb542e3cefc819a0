import type { Config } from '../../config/config.ts'
import { startingDefinition, worldDefinition } from '../../definition/world-definition.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'

/**
 * Prints the definition of the world as JSON: as a file for `--definition` it is the same world. The
 * empty world's is short, since it leaves out default parts.
 */
export async function printDefinition({
  definition: file,
  size,
}: Pick<Config, 'definition' | 'size'>): Promise<number> {
  const isStart = file === undefined && size === 'empty'
  const definition = isStart ? startingDefinition : await worldDefinition(file)
  await print(`${JSON.stringify(definition, null, 2)}\n`)
  return exitCodes.stopped
}
