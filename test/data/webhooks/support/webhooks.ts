import type { Snowglobe } from '../../../../src/snowglobe.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
type Body = any

/** Sends a request below `/v1/webhooks`. */
export async function ask(
  { url }: Pick<Snowglobe, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${url}/v1/webhooks${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const url = 'http://127.0.0.1:9/'
export const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
export const other = '0x0000000000000000000000000000000000001234'

/** Requests of the three kinds of webhooks. */
export const evm = {
  eventType: 'address_activity',
  url,
  chainId: '43114',
  metadata: { addresses: [address] },
}
export const primary = {
  eventType: 'primary_network_address_activity',
  url,
  network: 'mainnet',
  chainId: 'p-chain',
  metadata: {
    keyType: 'addresses',
    keys: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
    subEvents: { addressActivitySubEvents: ['balance_change'] },
  },
}
export const validator = {
  eventType: 'validator_activity',
  url,
  network: 'fuji',
  metadata: {
    keyType: 'nodeId',
    keys: ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
    subEvents: { validatorActivitySubEvents: ['validator_stake'] },
  },
}

/** Creates a webhook, and returns it. */
export async function create(
  server: Pick<Snowglobe, 'url'>,
  request: object = evm,
  headers: Record<string, string> = {},
): Promise<Body> {
  const { status, body } = await ask(server, 'POST', '', request, headers)
  if (status !== 201) throw new Error(body.message)
  return body
}
