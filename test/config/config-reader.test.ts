import { expect, test } from 'vitest'
import { type Config, ConfigError } from '../../src/config/config.ts'
import { configWith } from '../../src/config/config-reader.ts'
import { options } from '../../src/config/options.ts'
import { createSnowglobe } from '../../src/snowglobe.ts'

/** Errors of the library for options that its types forbid, as people without types write them. */
async function refusalOf(given: Record<string, unknown>): Promise<string> {
  try {
    const server = await createSnowglobe(given as Partial<Config>)
    await server.close()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`${Object.keys(given).join()} was accepted`)
}

test.each<[Record<string, unknown>, string]>([
  [
    { rateLimit: 'foo' },
    'rateLimit must be off, docs, or requests per minute, such as 60/min or 60/min,600/min-with-key, not "foo"',
  ],
  [
    { pace: 99_999 },
    'pace must be off, calm, busy, or a whole number from 0 to 43200 (blocks per day and chain), not 99999',
  ],
  [{ sandbox: '' }, 'sandbox must be a text that is not empty, not ""'],
  [
    { rateLimit: { perMinute: 0, withKey: 1 } },
    'rateLimit must be off, docs, or requests per minute, such as 60/min or 60/min,600/min-with-key, not {"perMinute":0,"withKey":1}',
  ],
  [{ auth: 'bogus' }, 'auth must be off|known|required, not "bogus"'],
  [{ network: 'x' }, 'network must be mainnet|fuji, not "x"'],
  [{ logLevel: 'x' }, 'logLevel must be silent|error|warn|info|debug, not "x"'],
  [{ size: 'huge' }, 'size must be empty|small|medium|large, not "huge"'],
  [{ clock: null }, 'clock must be frozen|running|real, not null'],
  [{ port: 65_536 }, 'port must be 0..65535, not 65536'],
  [{ port: 1.5 }, 'port must be 0..65535, not 1.5'],
  [{ publicNode: 'yes' }, 'publicNode must be true|false, not "yes"'],
  [{ seed: '' }, 'seed must be a text of 1 to 256 characters, not ""'],
  [{ seed: 5 }, 'seed must be a text of 1 to 256 characters, not 5'],
  [{ seed: true }, 'seed must be a text of 1 to 256 characters, not true'],
  [
    { httpAllowedHosts: 5 },
    'httpAllowedHosts must be one or more host names, separated by commas, not 5',
  ],
  [
    { adminHosts: true },
    'adminHosts must be one or more host names, separated by commas, not true',
  ],
  [{ dataDir: 7 }, 'dataDir must be the path of a folder, not 7'],
  [{ definition: 7 }, 'definition must be the path of a JSON file, not 7'],
  [{ keys: false }, 'keys must be the path of a JSON file, not false'],
  [{ host: 0 }, 'host must be an address or host name to listen on, not 0'],
  [{ port: true }, 'port must be 0..65535, not true'],
  [{ publicNode: 1 }, 'publicNode must be true|false, not 1'],
  [{ seed: ['a'] }, 'seed must be a text of 1 to 256 characters, not ["a"]'],
  [
    { httpAllowedHosts: [] },
    'httpAllowedHosts must be one or more host names, separated by commas, not []',
  ],
  [
    { httpAllowedHosts: [1] },
    'httpAllowedHosts must be one or more host names, separated by commas, not [1]',
  ],
  [{ prot: 1 }, 'createSnowglobe: there is no option prot (did you mean port?)'],
  [{ colour: 'blue' }, 'createSnowglobe: there is no option colour'],
])('the library refuses %j', async (given, message) => {
  expect(await refusalOf(given)).toBe(message)
})

test('every default is a value that the library takes', () => {
  const defaults = Object.fromEntries(options.map(({ key, fallback }) => [key, fallback]))
  expect(configWith(defaults)).toEqual(defaults)
})

test('the library takes values, and the texts of the command', () => {
  const given = { rateLimit: { perMinute: 5, withKey: 7 }, httpAllowedHosts: ['a', 'b'], port: 1 }
  expect(configWith(given)).toMatchObject(given)
  const texts = { rateLimit: '5/min,7/min-with-key', httpAllowedHosts: 'a,b', port: '1' }
  expect(configWith(texts as unknown as Partial<Config>)).toMatchObject(given)
})
