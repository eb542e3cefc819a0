import { ConfigError, options } from '../config/config.ts'
import { nearestName } from '../util/nearest.ts'

const prefix = 'SNOWGLOBE_'

/** Where programs find a server, which `exec` and `env` tell them, commands of ours among them; a server reads none. */
export const addressVariable = 'SNOWGLOBE_URL'

/** What the control plane asks for, of a server as of whoever asks it. */
export const tokenVariable = 'SNOWGLOBE_ADMIN_TOKEN'

const ourVariables = [
  ...options.map(({ env }) => env),
  'SNOWGLOBE_CONFIG',
  'SNOWGLOBE_CACHE',
  addressVariable,
]

/** The variables that are ours and set, and those that Kubernetes made for a service of our name. */
export interface Environment {
  readonly variables: ReadonlyMap<string, string>
  readonly ignored: readonly string[]
}

/**
 * Reads `SNOWGLOBE_*`. An empty variable counts as absent: compose files and shells write one for
 * "not set".
 * @throws ConfigError for a variable that nobody reads, with the name that was probably meant
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const variables = new Map<string, string>()
  const ignored: string[] = []
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix) || !value) continue
    if (isOfKubernetes(name, value)) ignored.push(name)
    else if (ourVariables.includes(name)) variables.set(name, value)
    else throw new ConfigError(refusal(name))
  }
  return { variables, ignored }
}

/**
 * A service `snowglobe` or `snowglobe-…` gives every pod of its namespace SNOWGLOBE_SERVICE_HOST,
 * SNOWGLOBE_SERVICE_PORT_HTTP, SNOWGLOBE_PORT=tcp://10.0.0.1:9650, SNOWGLOBE_PORT_9650_TCP_ADDR
 * and so on: https://kubernetes.io/docs/tutorials/services/connect-applications-service/
 */
function isOfKubernetes(name: string, value: string): boolean {
  if (/_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$/.test(name)) return true
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)
}

function refusal(name: string): string {
  // Without the prefix, which all of them share: it would hide how much of the rest is different.
  const endings = ourVariables.map((known) => known.slice(prefix.length))
  const nearest = nearestName(name.slice(prefix.length), endings)
  const hint = nearest === undefined ? '' : ` (did you mean ${prefix}${nearest}?)`
  return `there is no option ${name}${hint}; see snowglobe --help`
}
