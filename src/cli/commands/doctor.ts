import { lookup } from 'node:dns/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readJsonFile } from '../../config/json-file.ts'
import { clientRecipes } from '../client-recipes.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { type Addressed, serverAddress, unreachableText } from '../server-address.ts'
import { askHealth } from './health.ts'

/**
 * Prints the obstacles between a project's clients and a server. They concern the running server,
 * the machine's treatment of addresses, and the setting of each official client.
 * @returns failure if there is an obstacle
 */
export async function doctor(parsed: Addressed): Promise<number> {
  const address = serverAddress(parsed)
  const url = new URL(address)
  const problems = [
    ...(await serverProblems(address)),
    ...(await nameProblems()),
    ...proxyProblems(process.env, url),
  ]
  await print(
    [
      ...(problems.length === 0
        ? [`${address} answers, and no problem was found`]
        : problems.map((problem) => `! ${problem}`)),
      '',
      ...clientRecipes.flatMap(({ name, point, traps }) => {
        const version = installedVersion(name)
        return [
          `${name} ${version ?? '(not installed here)'}`,
          `  ${pointed(point, url)}`,
          ...traps.map((trap) => `  - ${trap}`),
        ]
      }),
      '',
    ].join('\n'),
  )
  return problems.length === 0 ? exitCodes.stopped : exitCodes.failed
}

/** Returns the code of a recipe for an address. */
export const pointed = (point: string, { origin, protocol, hostname, port }: URL) =>
  point
    .replace('<URL>', origin)
    .replace('<HOST>', hostname)
    .replace('<PORT>', port || (protocol === 'https:' ? '443' : '80'))

async function serverProblems(address: string): Promise<string[]> {
  try {
    return (await askHealth(address)).isWell
      ? []
      : [`the server at ${address} is not a healthy Snowglobe: its health check is not ok`]
  } catch (error) {
    return [unreachableText(error, address)]
  }
}

/** Finds problems of names, because a server listens on 127.0.0.1 alone by default. */
async function nameProblems(): Promise<string[]> {
  const { family } = await lookup('localhost').catch(() => ({ family: 4 }))
  return family === 6
    ? ['localhost is ::1 on this machine, where no server listens by default: use 127.0.0.1']
    : []
}

/**
 * Finds problems of proxies: axios, Go, Python and curl use one for every address that they can.
 */
function proxyProblems(env: NodeJS.ProcessEnv, { hostname }: URL): string[] {
  const proxy = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'].find((name) => env[name])
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(',').map((text) => text.trim())
  const names = ['*', hostname, ...(hostname === '127.0.0.1' ? ['127.0.0.0/8'] : [])]
  const isExcepted = names.some((name) => exceptions.includes(name))
  return proxy === undefined || isExcepted
    ? []
    : [`${proxy} is set, so requests go to the proxy: add ${hostname} to NO_PROXY`]
}

/** Returns the version of a package of the project in the working folder. */
function installedVersion(name: string): string | undefined {
  for (const folder of createRequire(join(process.cwd(), 'package.json')).resolve.paths(name) ??
    []) {
    try {
      const { version } = readJsonFile(join(folder, name, 'package.json')) as { version?: unknown }
      if (typeof version === 'string') return version
    } catch {
      // The package is not in this folder.
    }
  }
  return undefined
}
