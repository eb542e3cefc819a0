import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A server in a process of its own, from the sources. */
export interface ServerProcess {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Whether it still runs. */
  isAlive(): boolean
  /** What it has written to stderr until now. */
  log(): string
  /** Ends it, also when it does not listen to signals any more. */
  stop(): Promise<void>
}

/** Starts a server of a project on the small world and waits until it is ready. */
export async function startProcess(
  options: readonly string[] = [],
  nodeOptions: readonly string[] = [],
  folder = root,
): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    [
      ...nodeOptions,
      '--import',
      'tsx',
      'src/main.ts',
      '--size',
      'small',
      '--port',
      '0',
      ...options,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  while (!stdout.includes('\n')) {
    await Promise.race([ended, once(child.stdout, 'data')])
    if (child.exitCode !== null) throw new Error(`ended before it was ready: ${stderr}`)
  }
  const url = /^snowglobe ready: (\S+) /.exec(stdout)?.[1]
  if (url === undefined || child.pid === undefined) throw new Error(`no ready line: ${stdout}`)
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    log: () => stderr,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
