import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { freePort, startPostgres, type TestPostgres } from './postgres.ts'

/** Services of `examples/replicas/compose.yaml`, as processes of this machine. */
export interface ExampleFleet {
  /** Address of the balancer. */
  readonly url: string
  readonly adminToken: string
  readonly postgres: TestPostgres
  readonly replicas: readonly ExampleReplica[]
  /** Standard error of all replicas. */
  errors(): string
  close(): Promise<void>
}

/** One service of the replicas. */
export interface ExampleReplica {
  readonly name: string
  readonly url: string
  /** Starts it, and waits until it is ready. */
  start(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Waits for its end. @returns exit code; null after a signal */
  ended(): Promise<number | null>
}

interface Compose {
  readonly services: Readonly<
    Record<string, { image: string; command?: string; environment?: Record<string, string> }>
  >
}

const folder = join(import.meta.dirname, '../../examples/replicas')
const variables: Readonly<Record<string, string>> = {
  PGPASSWORD: 'a-password',
  SNOWGLOBE_ADMIN_TOKEN: 'a-token',
}

/** Starts the example, without containers: with its environment, ports and balancing. */
export async function startExample(program: readonly string[]): Promise<ExampleFleet> {
  const compose: Compose = parse(
    readFileSync(join(folder, 'compose.yaml'), 'utf8').replaceAll(
      /\$\{(\w+):\?\}/g,
      (_, name: string) => variables[name] ?? '',
    ),
    { merge: true },
  )
  const { POSTGRES_USER: user = '', POSTGRES_DB: database = '' } =
    compose.services.log?.environment ?? {}
  const postgres = await startPostgres()
  if (user !== 'snowglobe') throw new Error(`the tests have no role ${user}`)
  await postgres.query(`CREATE DATABASE ${database}`)
  const place = new URL(postgres.url)
  const names = Object.entries(compose.services)
    .filter(([, { image }]) => image === 'snowglobe')
    .map(([name]) => name)
  const replicas = await Promise.all(
    names.map(async (name) => {
      const { command = '', environment = {} } = compose.services[name] ?? {}
      const log = (environment.SNOWGLOBE_SHARED_LOG ?? '').replace('@log/', `@${place.host}/`)
      const port = await freePort()
      return replicaOf(name, port, [...program, ...command.split(' '), '--size', 'small'], {
        ...environment,
        ...{ SNOWGLOBE_SHARED_LOG: log, SNOWGLOBE_PORT: `${port}`, SNOWGLOBE_REPLICA: name },
      })
    }),
  )
  const scratch = mkdtempSync(join(tmpdir(), 'snowglobe-balancer-'))
  const port = await freePort()
  const file = join(scratch, 'haproxy.cfg')
  const config = replicas.reduce(
    (text, replica) => text.replaceAll(`${replica.name}:9650`, new URL(replica.url).host),
    readFileSync(join(folder, 'haproxy.cfg'), 'utf8').replace(':9650\n', `127.0.0.1:${port}\n`),
  )
  writeFileSync(file, config)
  await Promise.all(replicas.map((replica) => replica.start()))
  const balancer = spawn('haproxy', ['-f', file], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  })
  await once(balancer, 'spawn')
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; ; attempt++) {
    if (await isReady(url)) break
    if (attempt === 300) throw new Error('the balancer sends no requests to the replicas')
    await sleep(50)
  }
  return {
    ...{ url, postgres, replicas, adminToken: variables.SNOWGLOBE_ADMIN_TOKEN ?? '' },
    errors: () => replicas.map((replica) => replica.errors()).join(''),
    async close() {
      balancer.kill('SIGKILL')
      for (const replica of replicas) replica.signal('SIGKILL')
      await Promise.all(replicas.map((replica) => replica.ended()))
      await postgres.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/_admin/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

function replicaOf(
  name: string,
  port: number,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): ExampleReplica & { errors(): string } {
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let errors = ''
  return {
    ...{ name, url },
    async start() {
      const started = spawn(process.execPath, command, {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      started.stderr.on('data', (text) => {
        errors += text
      })
      const early = await Promise.race([
        once(started, 'exit').then(([code]) => `${code}`),
        once(started.stdout, 'data').then(() => undefined),
      ])
      if (early !== undefined) throw new Error(`replica ${name} ended with ${early}: ${errors}`)
    },
    signal: (signal) => void child?.kill(signal),
    async ended() {
      if (!child) return null
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      return child.exitCode
    },
    errors: () => errors,
  }
}
