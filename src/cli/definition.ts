import type { Config } from '../config.ts'
import { worldDefinition } from '../definition/world-definition.ts'
import { exitCodes } from './exit-codes.ts'
import { print } from './output.ts'

/** Prints the definition of the world as JSON: as a file for `--fixtures` it is the same world. */
export async function printDefinition({ fixtures }: Pick<Config, 'fixtures'>): Promise<number> {
  await print(`${JSON.stringify(await worldDefinition(fixtures), null, 2)}\n`)
  return exitCodes.stopped
}
