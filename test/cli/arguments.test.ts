import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { type Config, ConfigError } from '../../src/config/config.ts'
import { options } from '../../src/config/options.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-arguments-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(content: unknown): string {
  const file = join(folder, 'snowglobe.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

function messageOf(argv: string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    readArguments(argv, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`${argv.join(' ')} was accepted`)
}

/** Typed by hand: flag and variable, three texts, what they mean, the default, a bad text. */
const rows: {
  [Key in keyof Config]: {
    name: [flag: string, variable: string]
    texts: [flag: string, variable: string, file: unknown]
    values: [flag: Config[Key], variable: Config[Key], file: Config[Key]]
    byDefault: Config[Key]
    bad?: string
  }
} = {
  port: {
    name: ['--port', 'SNOWGLOBE_PORT'],
    texts: ['0', '65535', 8080],
    values: [0, 65_535, 8080],
    byDefault: 9650,
    bad: '65536',
  },
  host: {
    name: ['--host', 'SNOWGLOBE_HOST'],
    texts: ['::1', '0.0.0.0', 'localhost'],
    values: ['::1', '0.0.0.0', 'localhost'],
    byDefault: '127.0.0.1',
  },
  publicUrl: {
    name: ['--public-url', 'SNOWGLOBE_PUBLIC_URL'],
    texts: ['https://mock.example.org/', 'http://localhost:8080', 'https://example.org/snow/globe'],
    values: ['https://mock.example.org', 'http://localhost:8080', 'https://example.org/snow/globe'],
    byDefault: undefined,
    bad: 'mock.example.org',
  },
  seed: {
    name: ['--seed', 'SNOWGLOBE_SEED'],
    texts: ['one', 'two', 3],
    values: ['one', 'two', '3'],
    byDefault: 'snowglobe',
  },
  size: {
    name: ['--size', 'SNOWGLOBE_SIZE'],
    texts: ['small', 'medium', 'small'],
    values: ['small', 'medium', 'small'],
    byDefault: 'medium',
    bad: 'huge',
  },
  network: {
    name: ['--network', 'SNOWGLOBE_NETWORK'],
    texts: ['fuji', 'mainnet', 'fuji'],
    values: ['fuji', 'mainnet', 'fuji'],
    byDefault: 'mainnet',
    bad: 'testnet',
  },
  definition: {
    name: ['--definition', 'SNOWGLOBE_DEFINITION'],
    texts: ['a.json', 'b.json', 'c.json'],
    values: ['a.json', 'b.json', 'c.json'],
    byDefault: undefined,
  },
  clock: {
    name: ['--clock', 'SNOWGLOBE_CLOCK'],
    texts: ['running', 'real', 'running'],
    values: ['running', 'real', 'running'],
    byDefault: 'frozen',
    bad: 'stopped',
  },
  pace: {
    name: ['--pace', 'SNOWGLOBE_PACE'],
    texts: ['busy', 'off', 12],
    values: [720, 0, 12],
    // Calm, and off in an empty world.
    byDefault: undefined,
    bad: 'hectic',
  },
  auth: {
    name: ['--auth', 'SNOWGLOBE_AUTH'],
    texts: ['known', 'required', 'off'],
    values: ['known', 'required', 'off'],
    byDefault: 'off',
    bad: 'on',
  },
  keys: {
    name: ['--keys', 'SNOWGLOBE_KEYS'],
    texts: ['a.json', 'b.json', 'c.json'],
    values: ['a.json', 'b.json', 'c.json'],
    byDefault: undefined,
  },
  rateLimit: {
    name: ['--rate-limit', 'SNOWGLOBE_RATE_LIMIT'],
    texts: ['60/min', '60/min,600/min-with-key', 'docs'],
    values: [{ perMinute: 60, withKey: 60 }, { perMinute: 60, withKey: 600 }, 'docs'],
    byDefault: 'off',
    bad: '0/min',
  },
  sign: {
    name: ['--sign', 'SNOWGLOBE_SIGN'],
    texts: ['emitted', 'any', 'emitted'],
    values: ['emitted', 'any', 'emitted'],
    byDefault: 'any',
    bad: 'none',
  },
  indexEnabled: {
    name: ['--index-enabled', 'SNOWGLOBE_INDEX_ENABLED'],
    texts: ['false', 'true', false],
    values: [false, true, false],
    byDefault: true,
    bad: 'no',
  },
  indexAllowIncomplete: {
    name: ['--index-allow-incomplete', 'SNOWGLOBE_INDEX_ALLOW_INCOMPLETE'],
    texts: ['true', 'false', true],
    values: [true, false, true],
    byDefault: false,
    bad: '1',
  },
  dataDir: {
    name: ['--data-dir', 'SNOWGLOBE_DATA_DIR'],
    texts: ['a', 'b', 'c'],
    values: ['a', 'b', 'c'],
    byDefault: undefined,
  },
  worlds: {
    name: ['--worlds', 'SNOWGLOBE_WORLDS'],
    texts: ['any', 'declared', 'any'],
    values: ['any', 'declared', 'any'],
    byDefault: undefined,
    bad: 'some',
  },
  maxWorlds: {
    name: ['--max-worlds', 'SNOWGLOBE_MAX_WORLDS'],
    texts: ['0', '1000', 7],
    values: [0, 1000, 7],
    byDefault: 100,
    bad: '1001',
  },
  publicNode: {
    name: ['--public-node', 'SNOWGLOBE_PUBLIC_NODE'],
    texts: ['true', 'false', true],
    values: [true, false, true],
    byDefault: false,
    bad: 'yes',
  },
  dialect: {
    name: ['--dialect', 'SNOWGLOBE_DIALECT'],
    texts: ['live', 'documented', 'live'],
    values: ['live', 'documented', 'live'],
    byDefault: 'auto',
    bad: 'Live',
  },
  httpAllowedHosts: {
    name: ['--http-allowed-hosts', 'SNOWGLOBE_HTTP_ALLOWED_HOSTS'],
    texts: ['a', 'a, b', ['a', 'b', 'c']],
    values: [['a'], ['a', 'b'], ['a', 'b', 'c']],
    byDefault: ['*'],
    bad: 'a,,b',
  },
  adminToken: {
    name: ['--admin-token', 'SNOWGLOBE_ADMIN_TOKEN'],
    texts: ['one', 'two', 'three'],
    values: ['one', 'two', 'three'],
    byDefault: undefined,
    bad: 'two words',
  },
  adminHosts: {
    name: ['--admin-hosts', 'SNOWGLOBE_ADMIN_HOSTS'],
    texts: ['a', 'a, b', ['a', 'b', 'c']],
    values: [['a'], ['a', 'b'], ['a', 'b', 'c']],
    byDefault: [],
    bad: 'a,,b',
  },
  noAdmin: {
    name: ['--no-admin', 'SNOWGLOBE_NO_ADMIN'],
    texts: ['true', 'false', true],
    values: [true, false, true],
    byDefault: false,
    bad: 'yes',
  },
  webhookHosts: {
    name: ['--webhook-hosts', 'SNOWGLOBE_WEBHOOK_HOSTS'],
    texts: ['a', 'a, b', ['*']],
    values: [['a'], ['a', 'b'], ['*']],
    byDefault: [],
    bad: 'a,,b',
  },
  webhookKey: {
    name: ['--webhook-key', 'SNOWGLOBE_WEBHOOK_KEY'],
    texts: ['hex', 'text', 'text'],
    values: ['hex', 'text', 'text'],
    byDefault: 'hex',
    bad: 'base64',
  },
  cacheMb: {
    name: ['--cache-mb', 'SNOWGLOBE_CACHE_MB'],
    texts: ['0', '4096', 16],
    values: [0, 4096, 16],
    byDefault: 32,
    bad: '4097',
  },
  journal: {
    name: ['--journal', 'SNOWGLOBE_JOURNAL'],
    texts: ['0', '10000', 5],
    values: [0, 10_000, 5],
    byDefault: 1000,
    bad: '10001',
  },
  workers: {
    name: ['--workers', 'SNOWGLOBE_WORKERS'],
    texts: ['1', '64', 'auto'],
    values: [1, 64, Math.min(availableParallelism(), 64)],
    byDefault: 1,
    bad: '0',
  },
  sharedLog: {
    name: ['--shared-log', 'SNOWGLOBE_SHARED_LOG'],
    texts: ['postgres://a@b/c', 'postgresql://a@b:5432/c?sslmode=verify-full', 'postgres://b/c'],
    values: ['postgres://a@b/c', 'postgresql://a@b:5432/c?sslmode=verify-full', 'postgres://b/c'],
    byDefault: undefined,
    bad: 'mysql://a@b/c',
  },
  sharedLogCa: {
    name: ['--shared-log-ca', 'SNOWGLOBE_SHARED_LOG_CA'],
    texts: ['ca.pem', '/etc/ca.pem', 'a b.pem'],
    values: ['ca.pem', '/etc/ca.pem', 'a b.pem'],
    byDefault: undefined,
  },
  sandbox: {
    name: ['--sandbox', 'SNOWGLOBE_SANDBOX'],
    texts: ['staging', 'two words', 'default'],
    values: ['staging', 'two words', 'default'],
    byDefault: 'default',
  },
  replica: {
    name: ['--replica', 'SNOWGLOBE_REPLICA'],
    texts: ['a', 'snowglobe-0', 'b'],
    values: ['a', 'snowglobe-0', 'b'],
    byDefault: undefined,
  },
  reads: {
    name: ['--reads', 'SNOWGLOBE_READS'],
    texts: ['local', 'current', 'current'],
    values: ['local', 'current', 'current'],
    byDefault: 'local',
    bad: 'stale',
  },
  logLevel: {
    name: ['--log-level', 'SNOWGLOBE_LOG_LEVEL'],
    texts: ['debug', 'info', 'silent'],
    values: ['debug', 'info', 'silent'],
    byDefault: 'warn',
    bad: 'verbose',
  },
}

const table = Object.entries(rows).map(([key, row]) => ({ key: key as keyof Config, ...row }))

test('the table of this test names every option', () => {
  expect(table.map(({ key, name }) => [key, ...name])).toEqual(
    options.map(({ key, flag, env }) => [key, `--${flag}`, env]),
  )
})

test.each(table)('$key: flag beats variable, variable beats file, file beats default', (row) => {
  const { key, name, texts, values, byDefault } = row
  const [flag, variable] = name
  const file = ['--config', fileWith({ [key]: texts[2] })]
  const env = { [variable]: texts[1] }
  const read = (argv: string[], from: NodeJS.ProcessEnv = {}) =>
    readArguments(argv, from).config[key]
  expect(read([flag, texts[0], ...file], env)).toEqual(values[0])
  expect(read([`${flag}=${texts[0]}`, ...file], env)).toEqual(values[0])
  expect(read(file, env)).toEqual(values[1])
  expect(read(file)).toEqual(values[2])
  expect(read([])).toEqual(byDefault)
})

test.each(table.filter(({ bad }) => bad !== undefined))(
  '$key: a value it does not take is refused by the name of its place',
  ({ key, name: [flag, variable], bad = '' }) => {
    expect(messageOf([`${flag}=${bad}`])).toContain(`${flag} must be `)
    expect(messageOf([`${flag}=${bad}`])).toContain(JSON.stringify(bad))
    expect(messageOf([], { [variable]: bad })).toContain(`${variable} must be `)
    const file = fileWith({ [key]: bad })
    expect(messageOf(['--config', file])).toContain(`${key} in ${file} must be `)
  },
)

test('a bad variable does not matter where a flag is given', () => {
  expect(readArguments(['--port', '1'], { SNOWGLOBE_PORT: 'x' }).config.port).toBe(1)
})

test('an empty variable counts as absent, an empty flag does not', () => {
  expect(readArguments([], { SNOWGLOBE_PORT: '', SNOWGLOBE_CONFIG: '' }).config.port).toBe(9650)
  expect(messageOf(['--seed='])).toBe('--seed must be a text of 1 to 256 characters, not ""')
})

test.each(['', '-1', '1.5', '1e3', '0x10', ' 80', '65536', '100000'])(
  'port %j is refused',
  (port) => {
    expect(messageOf([`--port=${port}`])).toContain('--port must be 0..65535')
    expect(messageOf(['--port', port])).toContain('--port must be 0..65535')
  },
)

test.each(['0/min', '01/min', '1/sec', '60', '60/min,', '60/min,6/min', 'DOCS', '9999999999/min'])(
  'rate limit %j is refused',
  (limit) => {
    expect(messageOf(['--rate-limit', limit])).toContain('--rate-limit must be ')
  },
)

test('the command comes before, between or after the options and is start by default', () => {
  expect(readArguments([], {}).command).toBe('start')
  for (const argv of [
    ['build', '--size', 'small'],
    ['--size', 'small', 'build'],
    ['--size=small', 'build'],
  ])
    expect(readArguments(argv, {})).toMatchObject({ command: 'build', config: { size: 'small' } })
})

test('a switch is true when bare and takes its value after = or a space', () => {
  const read = (...argv: string[]) => readArguments(argv, {}).config.publicNode
  expect(read('--public-node')).toBe(true)
  expect(read('--public-node=false')).toBe(false)
  expect(read('--public-node', 'false')).toBe(false)
  expect(read('--public-node', 'start')).toBe(true)
  expect(readArguments(['--public-node', 'start'], {}).command).toBe('start')
  expect(messageOf(['--public-node=maybe'])).toContain('--public-node must be true|false')
})

test('the last of two equal flags wins', () => {
  expect(readArguments(['--port', '1', '--port', '2'], {}).config.port).toBe(2)
})

test('--help and --version are commands, whatever else is given', () => {
  expect(readArguments(['--help'], {}).command).toBe('help')
  expect(readArguments(['build', '-h'], { SNOWGLOBE_PORT: 'x' }).command).toBe('help')
  expect(readArguments(['--version'], {}).command).toBe('version')
})

test.each([
  [['--prot', '1'], 'there is no option --prot (did you mean --port?); see snowglobe --help'],
  [['-p', '1'], 'there is no option -p; see snowglobe --help'],
  [['--constructor'], 'there is no option --constructor; see snowglobe --help'],
  [['serve'], 'there is no command serve; see snowglobe --help'],
  [['build', 'world'], 'build takes no argument; remove world; see snowglobe help build'],
  [['act'], 'act needs a FILE.json, or - for standard input; see snowglobe help act'],
  [
    ['import', 'a.json', 'b.json'],
    'import takes one argument; remove b.json; see snowglobe help import',
  ],
  [['export', 'a.json'], 'export takes no argument; remove a.json; see snowglobe help export'],
  [['start', '--world', 'mine'], '--world is an option of act, export, import, not of start'],
  [
    ['export', '--size', 'small'],
    '--size is an option of start, build, check, definition, cast, migrate, exec, not of export',
  ],
  [
    ['openapi', '--port', '5'],
    '--port is an option of start, health, act, export, import, exec, env, doctor, not of openapi',
  ],
  [['act', '-', '--world'], '--world needs a value'],
  [['--port'], '--port needs a value'],
  [['--seed', '--size', 'small'], '--seed needs a value'],
])('%j is refused: %s', (argv, message) => {
  expect(messageOf(argv)).toBe(message)
})

test('a configuration file that cannot be used is named', () => {
  const missing = join(folder, 'missing.json')
  expect(messageOf(['--config', missing])).toContain(`${missing} cannot be read: ENOENT`)
  expect(messageOf([], { SNOWGLOBE_CONFIG: missing })).toContain(missing)
  const broken = fileWith('{ "port": ')
  expect(messageOf(['--config', broken])).toContain(`${broken} is not valid JSON: `)
  expect(messageOf(['--config', fileWith([])])).toBe(`${broken} must contain a JSON object`)
  expect(messageOf(['--config', fileWith({ prot: 1 })])).toBe(
    `${broken}: there is no option prot (did you mean port?)`,
  )
  expect(messageOf(['--config', fileWith({ port: null })])).toContain('not null')
  expect(messageOf(['--config', fileWith({ rateLimit: { perMinute: 1 } })])).toContain(
    'rateLimit in ',
  )
})

test('log takes a task, and the position of a record', () => {
  const taskOf = (...words: string[]) => readArguments(['log', ...words], {}).log
  expect(taskOf('schema')).toEqual({ task: 'schema', position: undefined })
  expect(taskOf('show')).toEqual({ task: 'show', position: undefined })
  expect(taskOf('show', '7')).toEqual({ task: 'show', position: 7 })
  expect(taskOf('skip', '42')).toEqual({ task: 'skip', position: 42 })
  expect(messageOf(['log'])).toContain('log takes schema, show or skip, found nothing')
  expect(messageOf(['log', 'drop'])).toContain('found drop')
  expect(messageOf(['log', 'skip'])).toContain('log skip takes the position of a record')
  expect(messageOf(['log', 'skip', '0'])).toContain('found 0')
  expect(messageOf(['log', 'skip', '1', '2'])).toContain('remove 2')
  expect(messageOf(['log', 'schema', '1'])).toContain('remove 1')
})
