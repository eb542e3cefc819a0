import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URLs by whose node `/ext` is; the data of both networks is behind either. */
    servers: { readonly mainnet: string; readonly fuji: string }
  }
}

const root = join(import.meta.dirname, '../../..')
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const program = join(root, bin.snowglobe)

/**
 * Starts the built command once per network, each in a process of its own on a free port. The
 * world is the default one: it alone promises every type, state and value, and most clients refuse
 * a whole page for one value that they do not know.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // A world that an older build left in the user's cache would hide what this build does.
  const cache = mkdtempSync(join(tmpdir(), 'snowglobe-clients-'))
  const started: ChildProcess[] = []
  const start = async (network: 'mainnet' | 'fuji') => {
    const flags = ['--port', '0', '--network', network]
    const server = spawn(process.execPath, [program, ...flags], {
      env: { ...process.env, SNOWGLOBE_CACHE: cache },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(server)
    return readyUrl(server)
  }
  const stop = async () => {
    await Promise.all(started.map(end))
    rmSync(cache, { recursive: true, force: true })
  }
  try {
    // One after the other: the first builds the world, the second opens it.
    const mainnet = await start('mainnet')
    provide('servers', { mainnet, fuji: await start('fuji') })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout)
    for await (const line of createInterface(stdout)) {
      const url = /^snowglobe ready: (\S+)/.exec(line)?.[1]
      if (url) return url
    }
  throw new Error(`${program} ended before it was ready; npm run build comes first`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill()
  await ended
}
