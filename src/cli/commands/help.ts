import { options } from '../../config/options.ts'
import { type CommandHelp, type CommandName, commands } from '../commands.ts'

/** Rows of flags that are no options of a server. */
const otherFlags: readonly (readonly [row: string, text: string])[] = [
  ['--config FILE.json', 'File with options; flags and variables beat it'],
  ['--world NAME', 'World that act, export and import use; the main world without it'],
  ['--thorough', 'Let check verify every BLS proof'],
  ['--json', 'Let cast print JSON'],
  ['--help', 'Print this text, or the help of the command before it'],
]

/** Formats the help of one command, or usage, commands, options and exit codes of all. */
export const helpText = (command?: CommandName): string =>
  command === undefined || command === 'help' ? overview() : helpOf(commands[command])

function overview(): string {
  const rows = Object.values<CommandHelp>(commands).map(({ usage, summary }) => [
    usage.replaceAll(/ \[[^\]]*\]/g, ''),
    summary,
  ])
  return [
    'Usage: snowglobe [command] [options]',
    '',
    'A miniature Avalanche network: Data API, Metrics API, /ext/info and /ext/index on one port.',
    '',
    'Examples',
    ...indented([
      'snowglobe                                a server with the medium world on port 9650',
      'snowglobe --size small --port 0          a small world on a free port',
      'snowglobe exec --size small -- pytest    a server while tests run',
      'snowglobe help act                       the help of one command',
    ]),
    '',
    'Commands',
    ...table([...rows, ['help COMMAND', 'Print the help of a command, with examples']]),
    '',
    'Options (each also as SNOWGLOBE_… in the environment, or in the JSON file of --config)',
    ...table([...optionRows(() => true), ...otherFlags]),
    '',
    'Built worlds are in the folder SNOWGLOBE_CACHE, by default snowglobe in the user cache folder.',
    'Exit codes: 0 stopped, 1 failed, 2 bad configuration or file, 3 address in use, 4 unusable state',
    '',
  ].join('\n')
}

function helpOf({ usage, summary, details, flags, examples }: CommandHelp): string {
  const isUsed = (flag: string) => flags === 'all' || flags.includes(flag)
  const rows = [
    ...optionRows(isUsed),
    ...otherFlags.filter(([row]) => flags !== 'all' && flags.some((flag) => namesFlag(row, flag))),
  ]
  return [
    `Usage: snowglobe ${usage}`,
    '',
    `${summary}.`,
    ...(details.length > 0 ? ['', ...details] : []),
    '',
    'Examples',
    ...indented(examples),
    ...(rows.length > 0 ? ['', 'Options', ...table(rows)] : []),
    '',
    'All options and exit codes: snowglobe --help',
    '',
  ].join('\n')
}

const namesFlag = (row: string, flag: string) => row.split(' ')[0] === `--${flag}`

const optionRows = (isUsed: (flag: string) => boolean): string[][] =>
  options
    .filter(({ flag }) => isUsed(flag))
    .map(({ flag, takes, help, fallback }) => [
      `--${flag} ${takes}`,
      `${help}${String(fallback ?? '') === '' ? '' : ` (${String(fallback)})`}`,
    ])

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

function table(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)
}
