import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL of the tests, in a folder of its own. */
export interface TestPostgres {
  /** Address for clients: an empty database, whose user needs no password. */
  readonly url: string
  /** File with the certificate that its server's one, for `localhost`, is verified with. */
  readonly ca: string
  /** Runs a statement as the owner of the database. */
  query(text: string, values?: readonly unknown[]): Promise<unknown[]>
  /** Sends a signal to its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Kills it as a crash of the machine would, and starts it again on the same port. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

/** Folders with the programs of the server, the newest version first. */
const programFolders = (): string[] => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))
  return [
    ...newest.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
}

/** Returns the folder with the programs of PostgreSQL's server. @throws when there is none */
function findPrograms(): string {
  const folder = programFolders().find((each) => existsSync(join(each, 'initdb')))
  if (folder === undefined)
    throw new Error('these tests need PostgreSQL: apt-get install postgresql')
  return folder
}

/** Returns a port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a PostgreSQL. Its server refuses to run as root, which then becomes the user `postgres`. */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = findPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-postgres-'))
  const isRoot = process.getuid?.() === 0
  const as = (program: string, parameters: readonly string[]): [string, string[]] => {
    const path = program === 'openssl' ? program : join(programs, program)
    return isRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', path, ...parameters]]
      : [path, [...parameters]]
  }
  if (isRoot) {
    execFileSync('chown', ['postgres', folder])
    chmodSync(folder, 0o700)
  }
  const data = join(folder, 'data')
  const [initdb, initialization] = as('initdb', [
    ...['-D', data, '-U', 'snowglobe', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
  ])
  execFileSync(initdb, initialization, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  const [openssl, certification] = as('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', join(data, 'server.key'), '-out', join(data, 'server.crt')],
  ])
  execFileSync(openssl, certification, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder })
  const ca = join(folder, 'ca.pem')
  copyFileSync(join(data, 'server.crt'), ca)
  const port = await freePort()
  const url = `postgres://snowglobe@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  let owner: pg.Pool | undefined

  const start = async (): Promise<void> => {
    const [program, parameters] = as('postgres', [
      ...['-D', data, '-p', `${port}`, '-k', folder, '-h', '127.0.0.1'],
      ...['-c', 'max_connections=200', '-c', 'log_min_messages=fatal', '-c', 'ssl=on'],
    ])
    server = spawn(program, parameters, { stdio: 'ignore', cwd: folder, detached: true })
    owner = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    owner.on('error', () => {})
    for (let attempt = 0; ; attempt++)
      try {
        await owner.query('SELECT 1')
        return
      } catch (error) {
        if (attempt === 300) throw error
        await sleep(50)
      }
  }

  /** Ids of its processes, the one that starts the others first. */
  const pids = (): number[] => {
    const { pid, exitCode, signalCode } = server ?? {}
    if (pid === undefined || exitCode !== null || signalCode !== null) return []
    // A process without children makes `ps` fail.
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' })
    return [pid, ...stdout.split('\n').filter(Boolean).map(Number)]
  }

  const signalAll = (name: NodeJS.Signals): void => {
    for (const pid of pids())
      try {
        process.kill(pid, name)
      } catch {
        // A connection's process has ended meanwhile.
      }
  }

  const ended = async (): Promise<void> => {
    const { exitCode, signalCode } = server ?? {}
    if (exitCode !== null || signalCode !== null) return
    await new Promise((resolve) => server?.once('exit', resolve))
  }

  await start()
  return {
    url,
    ca,
    query: async (text, values = []) => (await owner?.query(text, [...values]))?.rows ?? [],
    signal: signalAll,
    async kill() {
      const gone = ended()
      signalAll('SIGKILL')
      await gone
      await owner?.end().catch(() => {})
    },
    start,
    async close() {
      signalAll('SIGCONT')
      const gone = ended()
      server?.kill('SIGINT')
      await Promise.race([gone, sleep(3_000)])
      signalAll('SIGKILL')
      await owner?.end().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
