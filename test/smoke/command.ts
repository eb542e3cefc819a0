import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const program = join(root, bin.snowglobe)

/** How a process ended and everything that it wrote. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

/** The compiled program in a process of its own; variables named SNOWGLOBE_* are only ours. */
function launch(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, ...args], {
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
  const ended = once(child, 'close').then(
    ([code, signal]): Ended => ({ code, signal, stdout, stderr }),
  )
  return { child, ended, written: () => stdout }
}

/** Runs a command to its end. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  launch(args, env).ended

/** Starts a server on the small world and waits for its ready line. */
export async function startCommand(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<RunningServer> {
  const { child, ended, written } = launch(['--size', 'small', '--port', '0', ...args], env)
  while (!written().includes('\n')) {
    const early = await Promise.race([ended, once(child.stdout, 'data').then(() => undefined)])
    if (early) throw new Error(`ended with ${early.code} before it was ready: ${early.stderr}`)
  }
  const url = /^snowglobe ready: (\S+) /.exec(written())?.[1]
  if (url === undefined) throw new Error(`no ready line: ${written()}`)
  return { url, port: Number(new URL(url).port), kill: (signal) => child.kill(signal), ended }
}
