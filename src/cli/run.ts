import { ConfigError } from '../config.ts'
import { type Arguments, readArguments } from './arguments.ts'
import { helpText } from './help.ts'

/** What a process ends with; 0 also after SIGTERM and SIGINT. */
export const exitCodes = {
  stopped: 0,
  failed: 1,
  badConfiguration: 2,
  addressInUse: 3,
  unusableState: 4,
} as const

/** Runs one command; commands are loaded when they are asked for, since start-up time counts. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const parsed = readArguments(argv)
    return await commands[parsed.command](parsed)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`snowglobe: ${error.message}\n`)
    return exitCodes.badConfiguration
  }
}

const commands: Record<Arguments['command'], (parsed: Arguments) => number | Promise<number>> = {
  start: async ({ config }) => (await import('./start.ts')).start(config),
  build: async ({ config }) => (await import('./build.ts')).build(config),
  health: async ({ config }) => (await import('./health.ts')).health(config),
  openapi: async () => (await import('./openapi.ts')).printOpenApi(),
  version: async () => (await import('./version.ts')).printVersion(),
  help: () => {
    process.stdout.write(helpText())
    return exitCodes.stopped
  },
}
