import { options } from '../config/config.ts'

const commands = [
  ['start', 'Serve all interfaces (the default command)'],
  ['build', 'Build the world into the cache, so that a start only opens it'],
  [
    'check',
    'Verify that the world is consistent; ends with 0 or 1 (--thorough verifies every BLS proof)',
  ],
  ['health', 'Ask a running server whether it is well; ends with 0 or 1'],
  ['openapi', 'Print the OpenAPI 3.1 document'],
  ['definition', 'Print the definition of the world as JSON, to begin one of your own with'],
  ['cast', 'Print who exists: members, nodes, contracts, subnets and L1s (--json for programs)'],
  [
    'act FILE',
    'Have a running server do what a JSON file says: an action or a list; - reads standard input',
  ],
  ['export', 'Print the world of a running server as a document: definition, seed, clock and log'],
  ['import FILE', 'Let the world of a running server become what an export says'],
  [
    'migrate',
    'Play the logs of an older folder of --data-dir with this version; all of it, or it stays as it is',
  ],
  ['exec -- CMD', 'Serve, run a command with SNOWGLOBE_URL, and end with its exit code'],
  ['env', 'Print the variable with which programs find a running server, for a shell'],
  ['doctor', 'Tell how the official clients here are pointed at a server, and what is in the way'],
  ['version', 'Print the version'],
]

/** Formats usage, commands, options with their defaults, and exit codes. */
export function helpText(): string {
  const optionRows = options.map(({ flag, takes, help, fallback }) => [
    `--${flag} ${takes}`,
    `${help}${String(fallback ?? '') === '' ? '' : ` (${String(fallback)})`}`,
  ])
  return [
    'Usage: snowglobe [command] [options]',
    '',
    'A miniature Avalanche network: Data API, Metrics API, /ext/info and /ext/index on one port.',
    '',
    'Commands',
    ...table(commands),
    '',
    'Options (each also as SNOWGLOBE_… in the environment, or in the JSON file of --config)',
    ...table([
      ...optionRows,
      ['--config FILE.json', 'File with options; flags and environment win'],
      ['--world NAME', 'Which world act, export and import mean, beside the main one'],
      ['--help', 'Print this'],
    ]),
    '',
    'act, export and import find the server by --host and --port, else by SNOWGLOBE_URL.',
    'Built worlds are kept in SNOWGLOBE_CACHE, else in snowglobe below the cache folder of the user.',
    'Exit codes: 0 stopped, 1 failed, 2 bad configuration or file, 3 address in use, 4 unusable state',
    '',
  ].join('\n')
}

function table(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)
}
