import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CommandSettings,
  type Ended,
  type RunningServer,
  startCommand,
  startServerProcess,
} from '../support/command.ts'

const root = join(import.meta.dirname, '../..')
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const program = [join(root, bin.snowglobe)]

/** Runs a command of the compiled program to its end. */
export const runCompiled = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  startCommand(args, { program, env }).ended

/** Starts a server of the compiled program on the small world and waits until it is ready. */
export const startCompiled = (
  args?: readonly string[],
  settings?: CommandSettings,
): Promise<RunningServer> => startServerProcess(args, { program, ...settings })
