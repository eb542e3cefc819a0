import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Server in a separate process that is loaded and measured. */
export interface Server {
  readonly url: string
  /** Returns the resources that its process has used so far. */
  usage(): Promise<Usage>
  /** Sets the one response of a bare server. */
  respondWith(response: { status: number; body: string }): Promise<void>
  close(): Promise<void>
}

interface Usage {
  readonly cpuMicroseconds: number
  readonly residentBytes: number
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Starts a bare server. */
export const startBare = (kind: 'fastify' | 'http'): Promise<Server> =>
  start([here('bare.mjs'), kind])

/**
 * Starts the command.
 * @param main built file of the command, so that another build can be compared with this one
 * @param env variables in addition to those of this process
 */
export const startSnowglobe = (
  main: string,
  flags: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Server> => start([main, '--port', '0', ...flags], env)

/**
 * Starts a process.
 * @throws when the process ends before its line `… ready: URL …`
 */
async function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const probe = new URL('probe.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', probe, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return { url: await readyUrl(child, args), ...talkTo(child) }
}

async function readyUrl(child: ChildProcess, args: readonly string[]): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready: (http:\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`${args.join(' ')} ended before it was ready`)
}

function talkTo(child: ChildProcess): Omit<Server, 'url'> {
  const ask = async (message: object | string) => {
    const responded = once(child, 'message')
    child.send(message)
    const [response] = await responded
    return response
  }
  return {
    usage: () => ask('usage'),
    respondWith: (response) => ask(response),
    async close() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
