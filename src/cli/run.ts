import { type Arguments, readArguments } from './arguments.ts'
import { helpText } from './commands/help.ts'
import { exitCodes } from './exit-codes.ts'
import { reportFailure } from './failures.ts'
import { print } from './output.ts'

/** Runs one command to its end. @returns exit code */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  let withStack = false
  try {
    const parsed = readArguments(argv, env)
    withStack = parsed.config.logLevel === 'debug'
    if (parsed.ignoredVariables.length > 0) warnOfIgnored(parsed)
    return await commands[parsed.command](parsed)
  } catch (error) {
    return reportFailure(error, withStack)
  }
}

/** Warns of ignored variables: a user may have meant one as an option, since they look alike. */
function warnOfIgnored({ ignoredVariables, config }: Arguments): void {
  if (config.logLevel === 'silent' || config.logLevel === 'error') return
  process.stderr.write(
    `snowglobe: warning: ignored ${ignoredVariables.join(', ')}: Kubernetes sets them for a service named snowglobe\n`,
  )
}

/** A command loads only when it is used, since start-up time counts. */
const commands: Record<Arguments['command'], (parsed: Arguments) => number | Promise<number>> = {
  start: async ({ config }) => (await import('./commands/start.ts')).start(config),
  build: async ({ config }) => (await import('./commands/build.ts')).build(config),
  check: async ({ config, thorough }) =>
    (await import('./commands/check.ts')).check(config, { thorough }),
  health: async (parsed) => (await import('./commands/health.ts')).health(parsed),
  openapi: async () => (await import('./commands/openapi.ts')).printOpenApi(),
  definition: async ({ config }) =>
    (await import('./commands/definition.ts')).printDefinition(config),
  cast: async ({ config, json }) =>
    (await import('./commands/cast.ts')).printCast(config, { json }),
  act: async (parsed) => (await import('./commands/remote.ts')).act(parsed),
  export: async (parsed) => (await import('./commands/remote.ts')).exportWorld(parsed),
  import: async (parsed) => (await import('./commands/remote.ts')).importWorld(parsed),
  log: async ({ config, log: task }) => (await import('./commands/log.ts')).log(config, task),
  migrate: async ({ config }) => (await import('./commands/migrate.ts')).migrate(config),
  exec: async ({ config, program }) => (await import('./commands/exec.ts')).exec(config, program),
  env: async (parsed) => (await import('./commands/env.ts')).printEnvironment(parsed),
  doctor: async (parsed) => (await import('./commands/doctor.ts')).doctor(parsed),
  version: async () => (await import('./commands/version.ts')).printVersion(),
  help: async ({ topic }) => {
    await print(helpText(topic))
    return exitCodes.stopped
  },
}
