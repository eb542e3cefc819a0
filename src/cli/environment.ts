import { addressVariable } from '../config/client-variables.ts'
import { ConfigError } from '../config/config.ts'
import { options } from '../config/options.ts'
import { nearestName } from '../util/nearest.ts'

const prefix = 'SNOWGLOBE_'

const ourVariables = [
  ...options.map(({ env }) => env),
  'SNOWGLOBE_CONFIG',
  'SNOWGLOBE_CACHE',
  addressVariable,
]

/**
 * Known variables that are set, and those that Kubernetes created for a service named `snowglobe`.
 */
interface Environment {
  readonly variables: ReadonlyMap<string, string>
  readonly ignored: readonly string[]
}

/**
 * Reads `SNOWGLOBE_*`. An empty variable counts as absent: compose files and shells write one for
 * "not set".
 * @throws ConfigError for an unknown variable, with the name that was probably meant
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
 * Tells whether Kubernetes set a variable. A service `snowglobe` or `snowglobe-…` gives every pod
 * of its namespace SNOWGLOBE_SERVICE_HOST, SNOWGLOBE_SERVICE_PORT_HTTP,
 * SNOWGLOBE_PORT=tcp://10.0.0.1:9650, SNOWGLOBE_PORT_9650_TCP_ADDR and so on:
 * https://kubernetes.io/docs/tutorials/services/connect-applications-service/
 */
function isOfKubernetes(name: string, value: string): boolean {
  if (/_SERVICE_HOST$|_SERVICE_PORT(_[A-Z0-9_]+)?$/.test(name)) return true
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value)
}

function refusal(name: string): string {
  // The common prefix is left out: it would hide the difference of the rest.
  const endings = ourVariables.map((known) => known.slice(prefix.length))
  const nearest = nearestName(name.slice(prefix.length), endings)
  const hint = nearest === undefined ? '' : ` (did you mean ${prefix}${nearest}?)`
  return `there is no option ${name}${hint}; see snowglobe --help`
}
