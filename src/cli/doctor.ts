import { lookup } from 'node:dns/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { readJsonFile } from '../config/json-file.ts'
import { localAddress } from '../config/local-address.ts'
import { clientRecipes } from './client-recipes.ts'
import { exitCodes } from './exit-codes.ts'
import { askHealth } from './health.ts'
import { print } from './output.ts'

/**
 * Prints what stands between a project's clients and a server: who answers, what this machine does
 * to addresses, and how each official client is pointed here.
 * @returns failure when something is in the way
 */
export async function doctor(config: Config): Promise<number> {
  const problems = [
    ...(await serverProblems(config)),
    ...(await nameProblems()),
    ...proxyProblems(process.env),
  ]
  const url = localAddress(config)
  await print(
    [
      ...(problems.length === 0
        ? [`${url} answers, and nothing is in the way`]
        : problems.map((problem) => `! ${problem}`)),
      '',
      ...clientRecipes.flatMap(({ name, point, traps }) => {
        const version = installedVersion(name)
        return [
          `${name} ${version ?? '(not installed here)'}`,
          `  ${pointed(point, new URL(url))}`,
          ...traps.map((trap) => `  - ${trap}`),
        ]
      }),
      '',
    ].join('\n'),
  )
  return problems.length === 0 ? exitCodes.stopped : exitCodes.failed
}

/** The code of a recipe for an address. */
export const pointed = (point: string, { origin, hostname, port }: URL) =>
  point.replace('<URL>', origin).replace('<HOST>', hostname).replace('<PORT>', port)

async function serverProblems(config: Config): Promise<string[]> {
  const url = localAddress(config)
  const answer = await askHealth(config).catch(() => undefined)
  if (!answer) return [`nothing answers at ${url}: start a server, or name its --port`]
  return answer.isWell ? [] : [`whoever answers at ${url} is no Snowglobe, or an ill one`]
}

/** A server listens on 127.0.0.1 alone unless it is told otherwise. */
async function nameProblems(): Promise<string[]> {
  const { family } = await lookup('localhost').catch(() => ({ family: 4 }))
  return family === 6
    ? ['localhost is ::1 on this machine, where no server listens by default: say 127.0.0.1']
    : []
}

/** axios, Go, Python and curl send what they can through a proxy. */
export function proxyProblems(env: NodeJS.ProcessEnv): string[] {
  const proxy = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'].find((name) => env[name])
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(',').map((text) => text.trim())
  const isExcepted = ['*', '127.0.0.1', '127.0.0.0/8'].some((name) => exceptions.includes(name))
  return proxy === undefined || isExcepted
    ? []
    : [`${proxy} is set, and NO_PROXY does not name 127.0.0.1: requests go to the proxy`]
}

/** The version of a package of the project in the working folder. */
function installedVersion(name: string): string | undefined {
  for (const folder of createRequire(join(process.cwd(), 'package.json')).resolve.paths(name) ??
    []) {
    try {
      const { version } = readJsonFile(join(folder, name, 'package.json')) as { version?: unknown }
      if (typeof version === 'string') return version
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}
