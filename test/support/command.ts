import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../src/main.ts')

/** A command in a process of its own, from the sources, and what it has written so far. */
export interface Running {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves with the exit code, null after a signal. */
  readonly ended: Promise<number | null>
}

export interface CommandSettings {
  readonly env?: NodeJS.ProcessEnv
  /** What the shell does with the command in `"$@"`, for redirections and limits. */
  readonly shell?: string
}

/** Starts a command; the caller kills it unless it ends by itself. */
export function startCommand(
  args: readonly string[],
  { env = {}, shell = 'exec "$@"' }: CommandSettings = {},
): Running {
  const command = [process.execPath, '--import', 'tsx', program, ...args]
  const child = spawn('sh', ['-c', shell, 'sh', ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: once(child, 'close').then(([code]) => code),
  }
}

/** Waits until a server of the small world is ready. @returns its address */
export async function readyUrl({ child, stdout, stderr, ended }: Running): Promise<string> {
  while (!stdout().includes('\n')) {
    const early = await Promise.race([ended, once(child.stdout ?? child, 'data').then(() => true)])
    if (early !== true) throw new Error(`ended with ${early} before it was ready: ${stderr()}`)
  }
  const url = /^snowglobe ready: (\S+) /.exec(stdout())?.[1]
  if (url === undefined) throw new Error(`no ready line: ${stdout()}`)
  return url
}
