/** Help of one command: how it is called, its purpose, its details and examples. */
export interface CommandHelp {
  /** Command line after `snowglobe`. */
  readonly usage: string
  /** One line in the list of commands. */
  readonly summary: string
  /** Paragraphs of `snowglobe help COMMAND`. */
  readonly details: readonly string[]
  /** Flags of options that the command uses; `all` for every option of a server. */
  readonly flags: 'all' | readonly string[]
  readonly examples: readonly string[]
}

const worldFlags = ['size', 'seed', 'definition']
const serverFlags = ['host', 'port', 'admin-token', 'world']

/** All commands except `help`, in the order of the list. */
export const commands = {
  start: {
    usage: 'start [options]',
    summary: 'Start a server; the default command',
    details: [
      'Builds the world when the cache has none, listens, and prints one line when it is ready.',
      'SIGINT and SIGTERM stop it. SIGHUP makes it read the file of --keys again.',
    ],
    flags: 'all',
    examples: [
      'snowglobe',
      'snowglobe start --size small --port 0',
      'snowglobe start --clock running --pace busy --data-dir ./data',
    ],
  },
  build: {
    usage: 'build [options]',
    summary: 'Build the world into the cache, so that a start only opens it',
    details: ['Does nothing when the cache has the world. SNOWGLOBE_CACHE names another folder.'],
    flags: worldFlags,
    examples: ['snowglobe build --size small', 'snowglobe build --definition my-world.json'],
  },
  check: {
    usage: 'check [--thorough] [options]',
    summary: 'Verify that the world is consistent; ends with 1 when it is not',
    details: [
      'Prints a line for each rule, with the first violations. --thorough verifies every BLS proof',
      'instead of a sample.',
    ],
    flags: ['thorough', ...worldFlags],
    examples: ['snowglobe check', 'snowglobe check --thorough --definition my-world.json'],
  },
  health: {
    usage: 'health [options]',
    summary: 'Print the health of a running server; ends with 1 when it is not healthy',
    details: ['Requests /v1/health-check of the server at --host and --port, or in SNOWGLOBE_URL.'],
    flags: ['host', 'port'],
    examples: ['snowglobe health --port 9650'],
  },
  openapi: {
    usage: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of the Data and Metrics APIs',
    details: ['A running server has the same document at /openapi.json.'],
    flags: [],
    examples: ['snowglobe openapi > openapi.json'],
  },
  definition: {
    usage: 'definition [options]',
    summary: 'Print the definition of the world as JSON, to begin your own with',
    details: [
      'With --size empty it is short: a definition may leave out everything that the empty world',
      'has. The output is a file for --definition.',
    ],
    flags: ['size', 'definition'],
    examples: [
      'snowglobe definition --size empty > my-world.json',
      'snowglobe start --definition my-world.json',
    ],
  },
  cast: {
    usage: 'cast [--json] [options]',
    summary: 'Print accounts with their keys, nodes, contracts, subnets and L1s',
    details: [
      'Prints tables, or JSON with --json. Private keys that your definition declares are left out.',
    ],
    flags: ['json', ...worldFlags],
    examples: ['snowglobe cast', "snowglobe cast --json | jq '.members[0]'"],
  },
  act: {
    usage: 'act FILE [options]',
    summary: 'Perform the actions of a JSON file in a running server',
    details: [
      'FILE contains an action or a list of actions; - reads standard input. All actions of a list',
      'happen, or none. Prints the result of each as JSON. docs/control.md lists the actions.',
    ],
    flags: serverFlags,
    examples: [
      'snowglobe act actions.json --port 9650',
      `echo '{"do":"fund","to":"ewoq","chain":"P","amount":"5.5"}' | snowglobe act -`,
    ],
  },
  export: {
    usage: 'export [options]',
    summary: 'Print the world of a running server: definition, seed, clock and log',
    details: [
      'The document contains private keys that the definition or `wallet` actions declare.',
    ],
    flags: serverFlags,
    examples: ['snowglobe export > world.json', 'snowglobe export --world mine > mine.json'],
  },
  import: {
    usage: 'import FILE [options]',
    summary: 'Replace the world of a running server by an export',
    details: ['FILE is an export; - reads standard input. A refused document changes nothing.'],
    flags: serverFlags,
    examples: [
      'snowglobe import world.json',
      'snowglobe export --port 9650 | snowglobe import - --port 9651',
    ],
  },
  migrate: {
    usage: 'migrate --data-dir FOLDER [options]',
    summary: 'Replay the logs of a folder, or of replicas, that an older version wrote',
    details: [
      'With --data-dir, stop the server first. Either all worlds of the folder are replayed, or the',
      'folder stays as it is. The old worlds remain in a folder beside it.',
      'With --shared-log, replicas of the older version serve until all worlds are replayed, and end',
      'then. Those of this version wait for that.',
    ],
    flags: ['data-dir', 'shared-log', 'shared-log-ca', 'sandbox', ...worldFlags],
    examples: [
      'snowglobe migrate --data-dir ./data',
      'snowglobe migrate --shared-log postgres://snowglobe@db.example.org/snowglobe',
    ],
  },
  log: {
    usage: 'log TASK [options]',
    summary: 'Show the log that replicas share, or repair it; TASK is schema, show or skip N',
    details: [
      'schema  prints the SQL that makes a role for --shared-log; a password is set separately.',
      'show    prints head and live replicas; show N prints record N, which may hold private keys.',
      'skip N  takes out a record at which all replicas halt; restart all of them afterwards.',
    ],
    flags: ['shared-log', 'shared-log-ca', 'sandbox'],
    examples: [
      'snowglobe log schema --shared-log postgres://snowglobe@db.example.org/snowglobe',
      'snowglobe log show --shared-log postgres://snowglobe@db.example.org/snowglobe',
      'snowglobe log skip 42 --shared-log postgres://snowglobe@db.example.org/snowglobe',
    ],
  },
  exec: {
    usage: 'exec [options] -- COMMAND [arguments]',
    summary: 'Serve on a free port while a command runs; ends with its exit code',
    details: [
      'COMMAND finds the address in SNOWGLOBE_URL and, where one is needed, the token of the control',
      'plane in SNOWGLOBE_ADMIN_TOKEN.',
    ],
    flags: 'all',
    examples: ['snowglobe exec --size small -- pytest', 'snowglobe exec -- npm test'],
  },
  env: {
    usage: 'env [options]',
    summary: 'Print SNOWGLOBE_URL for a shell',
    details: [
      'The address follows from --host and --port, or is that of SNOWGLOBE_URL. No server needs to',
      'run.',
    ],
    flags: ['host', 'port'],
    examples: ['eval "$(snowglobe env --port 9650)"'],
  },
  doctor: {
    usage: 'doctor [options]',
    summary: 'Print how to point each official client at a server, and what is in the way',
    details: [
      'Checks the server at --host and --port, or in SNOWGLOBE_URL, the name localhost, and the',
      'variables of proxies. Ends with 1 when it finds a problem.',
    ],
    flags: ['host', 'port'],
    examples: ['snowglobe doctor'],
  },
  version: {
    usage: 'version',
    summary: 'Print the version',
    details: [],
    flags: [],
    examples: ['snowglobe --version'],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>

export type CommandName = keyof typeof commands | 'help'

export const commandNames: readonly CommandName[] = [
  ...(Object.keys(commands) as (keyof typeof commands)[]),
  'help',
]
