import { expect, test } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readEnvironment } from '../../src/cli/environment.ts'
import { ConfigError } from '../../src/config/config.ts'

test.each([
  ['SNOWGLOBE_CLOK', ' (did you mean SNOWGLOBE_CLOCK?)'],
  ['SNOWGLOBE_PROT', ' (did you mean SNOWGLOBE_PORT?)'],
  ['SNOWGLOBE_RATELIMIT', ' (did you mean SNOWGLOBE_RATE_LIMIT?)'],
  ['SNOWGLOBE_CACHE_DIR', ' (did you mean SNOWGLOBE_CACHE_MB?)'],
  ['SNOWGLOBE_', ''],
])('an unknown variable %s is refused%s', (name, hint) => {
  const read = () => readArguments(['start'], { [name]: 'x' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(`there is no option ${name}${hint}; see snowglobe --help`)
})

test('variables of others, empty ones, and those of the cache and the file do not matter', () => {
  const env = { PATH: '/bin', SNOW: 'x', SNOWGLOBE_CLOK: '', SNOWGLOBE_CACHE: '/cache' }
  expect(readArguments([], env).ignoredVariables).toEqual([])
})

/** As `env` prints them in a pod beside services snowglobe (two ports) and snowglobe-data. */
const ofKubernetes = {
  SNOWGLOBE_SERVICE_HOST: '10.96.14.2',
  SNOWGLOBE_SERVICE_PORT: '9650',
  SNOWGLOBE_SERVICE_PORT_HTTP: '9650',
  SNOWGLOBE_PORT: 'tcp://10.96.14.2:9650',
  SNOWGLOBE_PORT_9650_TCP: 'tcp://10.96.14.2:9650',
  SNOWGLOBE_PORT_9650_TCP_PROTO: 'tcp',
  SNOWGLOBE_PORT_9650_TCP_PORT: '9650',
  SNOWGLOBE_PORT_9650_TCP_ADDR: '10.96.14.2',
  SNOWGLOBE_PORT_53_UDP_ADDR: '10.96.14.2',
  SNOWGLOBE_DATA_SERVICE_HOST: '10.96.14.3',
  SNOWGLOBE_DATA_PORT: 'tcp://10.96.14.3:80',
  SNOWGLOBE_DATA_PORT_80_TCP_ADDR: '10.96.14.3',
}

test('what Kubernetes sets for services of our name is ignored and reported', () => {
  const { config, ignoredVariables } = readArguments([], ofKubernetes)
  expect(config.port).toBe(9650)
  expect(ignoredVariables).toEqual(Object.keys(ofKubernetes))
})

test('a port that is no address of Kubernetes is an option like any other', () => {
  expect(readEnvironment({ SNOWGLOBE_PORT: '80' }).variables.get('SNOWGLOBE_PORT')).toBe('80')
  expect(() => readArguments([], { SNOWGLOBE_PORT: 'http://x' })).toThrow('SNOWGLOBE_PORT must be')
  expect(() => readArguments([], { SNOWGLOBE_HTTP_PORT: '80' })).toThrow('SNOWGLOBE_HTTP_PORT')
})
