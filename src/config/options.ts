import { networks } from '../networks/network.ts'
import { clockModes } from '../time/clock-modes.ts'
import { paceOf } from '../time/pace.ts'
import { type Config, worldSizes } from './config.ts'
import {
  boolean,
  databaseAddress,
  hosts,
  maxSeedLength,
  megabytes,
  oneOf,
  port,
  rateLimitOf,
  seed,
  text,
  token,
  upTo,
  webAddress,
  workers,
} from './option-values.ts'

interface Option<Key extends keyof Config> {
  readonly key: Key
  readonly flag: string
  readonly env: string
  readonly takes: string
  readonly help: string
  readonly fallback: Config[Key]
  /** Parses a text; undefined for an invalid one. */
  readonly parse: (text: string) => Config[Key] | undefined
}

/** Derives an option's flag and its environment variable from its key: `cacheMb` is `--cache-mb`. */
function option<Key extends keyof Config>(
  declared: Omit<Option<Key>, 'flag' | 'env'>,
): Option<Key> {
  const flag = declared.key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const env = `SNOWGLOBE_${flag.toUpperCase().replaceAll('-', '_')}`
  return { ...declared, flag, env }
}

export const defaultPort = 9650

/** Every option in the order of `--help`. Flag beats environment, environment beats file. */
export const options = [
  option({
    key: 'port',
    takes: '0..65535',
    help: 'Port of all interfaces; 0 takes a free one',
    fallback: defaultPort,
    parse: port,
  }),
  option({
    key: 'host',
    takes: 'ADDRESS',
    help: 'Address to listen on; 0.0.0.0 for containers',
    fallback: '127.0.0.1',
    parse: text,
  }),
  option({
    key: 'publicUrl',
    takes: 'URL',
    help: 'Address of the server in responses, as in URLs of images (where it listens; 9650 for port 0)',
    fallback: undefined,
    parse: webAddress,
  }),
  option({
    key: 'seed',
    takes: `TEXT of at most ${maxSeedLength} characters`,
    help: 'Same seed, same world, to the byte',
    fallback: 'snowglobe',
    parse: seed,
  }),
  option({
    key: 'size',
    takes: 'empty|small|medium|large',
    help: 'Declared content only, about 30,000 rows, about 98,000, or a million transactions',
    fallback: 'medium',
    parse: oneOf(...worldSizes),
  }),
  option({
    key: 'network',
    takes: 'mainnet|fuji',
    help: 'Network whose node serves /ext/info and /ext/index',
    // G-51
    fallback: 'mainnet',
    parse: oneOf(...networks),
  }),
  option({
    key: 'definition',
    takes: 'FILE.json',
    help: 'World definition of your own, instead of the built-in one',
    fallback: undefined,
    parse: text,
  }),
  option({
    key: 'clock',
    takes: 'frozen|running|real',
    help: "Stands at the world's now, runs from there, or follows the machine",
    fallback: 'frozen',
    parse: oneOf(...clockModes),
  }),
  option({
    key: 'pace',
    takes: 'off|calm|busy|N',
    help: 'Background blocks per day and chain: none, 4, 720 or N (calm; off in an empty world)',
    fallback: undefined,
    parse: paceOf,
  }),
  option({
    key: 'auth',
    takes: 'off|known|required',
    help: 'API keys of the Data API: ignored, unknown ones refused, or required',
    fallback: 'off',
    parse: oneOf('off', 'known', 'required'),
  }),
  option({
    key: 'keys',
    takes: 'FILE.json',
    help: 'File of the known API keys',
    fallback: undefined,
    parse: text,
  }),
  option({
    key: 'rateLimit',
    takes: 'off|docs|N/min[,M/min-with-key]',
    help: 'Requests per minute before a 429: unlimited, as documented, or your numbers',
    fallback: 'off',
    parse: rateLimitOf,
  }),
  option({
    key: 'sign',
    takes: 'any|emitted',
    help: 'Warp messages that the aggregator signs: any, or those that the world emitted',
    fallback: 'any',
    parse: oneOf('any', 'emitted'),
  }),
  option({
    key: 'indexEnabled',
    takes: 'true|false',
    help: 'Serve /ext/index',
    // G-76
    fallback: true,
    parse: boolean,
  }),
  option({
    key: 'indexAllowIncomplete',
    takes: 'true|false',
    help: 'Start although --index-enabled has changed since the first start',
    fallback: false,
    parse: boolean,
  }),
  option({
    key: 'dataDir',
    takes: 'FOLDER',
    help: 'Folder that stores worlds, logs, clocks and snapshots between starts',
    fallback: undefined,
    parse: text,
  }),
  option({
    key: 'worlds',
    takes: 'any|declared',
    help: 'Whether a request may create the world that it names (any on localhost, else declared)',
    fallback: undefined,
    parse: oneOf('any', 'declared'),
  }),
  option({
    key: 'maxWorlds',
    takes: '0..1000',
    help: 'Maximum number of named worlds',
    fallback: 100,
    parse: upTo(1000),
  }),
  option({
    key: 'publicNode',
    takes: 'true|false',
    help: 'Refuse getNodeID, getNodeIP and getVMs, as public nodes do',
    fallback: false,
    parse: boolean,
  }),
  option({
    key: 'dialect',
    takes: 'auto|documented|live',
    help: 'Shapes of responses: by the client, the written contract, or the deployed services',
    fallback: 'auto',
    parse: oneOf('auto', 'documented', 'live'),
  }),
  option({
    key: 'httpAllowedHosts',
    takes: 'NAME[,NAME…]',
    help: 'Host names that /ext accepts; * for all',
    fallback: ['*'],
    parse: hosts,
  }),
  option({
    key: 'adminToken',
    takes: 'WORD',
    help: 'Bearer token of the control plane (none on localhost, else generated and printed)',
    fallback: undefined,
    parse: token,
  }),
  option({
    key: 'adminHosts',
    takes: 'NAME[,NAME…]',
    help: 'Host names besides localhost that the control plane accepts',
    fallback: [],
    parse: (value) => (value === '' ? [] : hosts(value)),
  }),
  option({
    key: 'noAdmin',
    takes: 'true|false',
    help: 'Switch the control plane off',
    fallback: false,
    parse: boolean,
  }),
  option({
    key: 'webhookHosts',
    takes: 'NAME[,NAME…]',
    help: 'Hosts beside loopback to which webhooks may send; * for all',
    fallback: [],
    parse: (value) => (value === '' ? [] : hosts(value)),
  }),
  option({
    key: 'webhookKey',
    takes: 'hex|text',
    help: 'Which bytes of a secret sign messages of webhooks',
    // G-223
    fallback: 'hex',
    parse: oneOf('hex', 'text'),
  }),
  option({
    key: 'cacheMb',
    takes: '0..4096',
    help: 'Megabytes of the response cache; 0 for none',
    fallback: 32,
    parse: megabytes,
  }),
  option({
    key: 'journal',
    takes: '0..10000',
    help: 'Requests that a world remembers (all worlds at most 2 N + 1, and 16 MB); 0 for none',
    fallback: 1000,
    parse: upTo(10_000),
  }),
  option({
    key: 'workers',
    takes: '1..64|auto',
    help: 'Processes that answer reads, besides the writer; auto: one per core; 1: a single process',
    fallback: 1,
    parse: workers,
  }),
  option({
    key: 'sharedLog',
    takes: 'postgres://USER@HOST/DATABASE',
    help: 'PostgreSQL through which equal replicas share every change of the control plane',
    fallback: undefined,
    parse: databaseAddress,
  }),
  option({
    key: 'sharedLogCa',
    takes: 'FILE',
    help: 'Certificates, as PEM, that the certificate of that PostgreSQL is verified with',
    fallback: undefined,
    parse: text,
  }),
  option({
    key: 'sandbox',
    takes: 'TEXT',
    help: 'Name of the sandbox in the shared log',
    fallback: 'default',
    parse: text,
  }),
  option({
    key: 'replica',
    takes: 'TEXT',
    help: 'Name of this replica, unique in its sandbox (by host and process)',
    fallback: undefined,
    parse: text,
  }),
  option({
    key: 'reads',
    takes: 'local|current',
    help: 'Whether reads of a replica ask the shared log first',
    fallback: 'local',
    parse: oneOf('local', 'current'),
  }),
  option({
    key: 'logLevel',
    takes: 'silent|error|warn|info|debug',
    help: 'Lowest level of the log: JSON lines on stderr; info logs every request',
    fallback: 'warn',
    parse: oneOf('silent', 'error', 'warn', 'info', 'debug'),
  }),
] as const
