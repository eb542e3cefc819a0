import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { bundled } from './built-sources.ts'

/** Arguments of Node that run the program from its sources in a folder. */
export const sourcesIn = (folder: string) => ['--import', 'tsx', join(folder, 'src/main.ts')]

export interface CommandSettings {
  /**
   * Arguments of Node before those of the command; by default the sources of this project, bundled.
   */
  readonly program?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Shell code around the command in `"$@"`, for redirections and limits. */
  readonly shell?: string
}

/** End of a process with all its output. */
export interface Ended {
  /** Exit code; null after a signal. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Command in a separate process. */
export interface RunningCommand {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** Output so far. */
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Ended>
}

export interface RunningServer extends RunningCommand {
  readonly url: string
  readonly port: number
}

const running = new Set<RunningCommand>()

/** Ends all started processes that still run, even if they ignore signals. */
export async function stopCommands(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
}

/** Starts a command; {@link stopCommands} ends it unless it ends by itself. */
export function startCommand(
  args: readonly string[],
  { program = [bundled('main')], env = {}, shell = 'exec "$@"' }: CommandSettings = {},
): RunningCommand {
  const child = spawn('sh', ['-c', shell, 'sh', process.execPath, ...program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => {
      text[name] += part
    })
  const command: RunningCommand = {
    child,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    ended: once(child, 'close').then(([code, signal]) => {
      running.delete(command)
      return { code, signal, ...text }
    }),
  }
  running.add(command)
  return command
}

/** Starts a server of the small world on a free port and waits until it is ready. */
export async function startServerProcess(
  args: readonly string[] = [],
  settings?: CommandSettings,
): Promise<RunningServer> {
  const command = startCommand(['--size', 'small', '--port', '0', ...args], settings)
  const { child, ended, stdout, stderr } = command
  while (!stdout().includes('\n')) {
    const early = await Promise.race([ended, once(child.stdout, 'data').then(() => undefined)])
    if (early) throw new Error(`ended with ${early.code} before it was ready: ${stderr()}`)
  }
  const url = /^snowglobe ready: (\S+) /.exec(stdout())?.[1]
  if (url === undefined) throw new Error(`no ready line: ${stdout()}`)
  return { ...command, url, port: Number(new URL(url).port) }
}
