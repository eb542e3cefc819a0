/**
 * Measures the cost of a page of 10 at the end of a list beside the first one, in a large world.
 * The figures are medians of processor time in milliseconds, without the response cache; the two
 * take turns. Bytes are printed if the responses differ in size.
 * npx tsx tools/measure-depth.ts [--rounds 5] [--size large] [--definition FILE.json]
 */
import { parseArgs } from 'node:util'
import { createSnowglobe, type Snowglobe } from '../src/snowglobe.ts'
import { costsOf, sizesOf } from './request-cost.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    size: { type: 'string', default: 'large' },
    definition: { type: 'string' },
  },
})

const platform = '/v1/networks/mainnet/blockchains/p-chain'
const owner = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'
const account = '/addresses/0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'
const lists = {
  'EVM blocks': '/v1/chains/43114/blocks?',
  'ERC-20 transfers of an address': `/v1/chains/43114${account}/transactions:listErc20?`,
  'EVM transactions of an address': `/v1/chains/43114${account}/transactions:listNative?`,
  'P-chain transactions': `${platform}/transactions?`,
  'P-chain transactions, oldest first': `${platform}/transactions?sortOrder=asc&`,
  'P-chain transactions of an address': `${platform}/transactions?addresses=${owner}&`,
  'UTXOs of an address': `${platform}/utxos?addresses=${owner}&`,
  'UTXOs of an address by amount': `${platform}/utxos?addresses=${owner}&sortBy=amount&`,
  delegators: '/v1/networks/mainnet/delegators?',
  'latest transactions of all chains': '/v1/transactions?',
  'ICM messages': '/v1/icm/messages?',
  'ICM messages of an address': `/v1/icm${account}/messages?`,
}

const server = await createSnowglobe({
  ...{ logLevel: 'silent', cacheMb: 0, journal: 0 },
  ...(values.definition ? { definition: values.definition } : { size: values.size as 'large' }),
})
for (const [name, url] of Object.entries(lists)) {
  const { token, pages } = await lastButOne(server, url)
  const first = { name, url: `${url}pageSize=10` }
  const last = { name, url: first.url + token }
  const pair = [
    { server, request: first },
    { server, request: last },
  ] as const
  const costs = await costsOf(pair, Number(values.rounds))
  const times = costs.map((milliseconds) => milliseconds.toFixed(3)).join(' and ')
  const ratio = (costs[1] / costs[0]).toFixed(2)
  process.stdout.write(
    `${ratio} ${name}, ${pages} pages of 100: ${times} ms${await sizesOf(pair)}\n`,
  )
}
await server.close()

/** Returns the URL of the last but one page of 100, so that a page of 10 is full there. */
async function lastButOne(server: Snowglobe, url: string) {
  let [before, token] = ['', '']
  for (let pages = 1; ; pages++) {
    const { body } = await server.inject(`${url}pageSize=100${token}`)
    const { nextPageToken } = JSON.parse(body) as { nextPageToken?: string }
    if (nextPageToken === undefined) return { token: before, pages }
    before = token
    token = `&pageToken=${nextPageToken}`
  }
}
