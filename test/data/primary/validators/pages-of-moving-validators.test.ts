import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { wholeList } from '../lists.ts'
import { path, type Validator } from './validations.ts'

let server: Snowglobe
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server?.close())

const list = (url: string) => wholeList<Validator>(server, url, 'validators')
const hashesOf = (validators: readonly Validator[]) => validators.map(({ txHash }) => txHash)

/** Returns the token after the first validations of a list. */
async function tokenAfter(url: string, pageSize: number): Promise<string> {
  const { body } = await get(server, `${url}&pageSize=${pageSize}`)
  return (body as { nextPageToken: string }).nextPageToken
}

/** Returns what the pages after a token have. */
async function rest(url: string, pageToken: string): Promise<Validator[]> {
  const { body } = await get(server, `${url}&pageToken=${pageToken}`)
  const { validators, nextPageToken } = body as { validators: Validator[]; nextPageToken?: string }
  return [...validators, ...(nextPageToken ? await rest(url, nextPageToken) : [])]
}

test('a delegation to the last validator of a page moves no other one to or from later pages', async () => {
  const url = `${path('mainnet')}?sortBy=delegationCapacity`
  const before = await list(url)
  const [last] = before
  const pageToken = await tokenAfter(url, 1)
  const delegation = { from: 'capital', amount: '7000', duration: '15d' }
  await server.act([
    { do: 'wallet', name: 'capital' },
    { do: 'fund', to: 'capital', chain: 'P', amount: '8000' },
    { do: 'delegate', node: last?.nodeId ?? '', ...delegation },
  ])
  const after = hashesOf(await list(url))
  expect(after.indexOf(last?.txHash ?? '')).toBeGreaterThan(1)
  // It is listed again at its new place.
  expect(hashesOf(await rest(url, pageToken))).toEqual(after)
})

test('the end of the last validation of a page moves no other one to or from later pages', async () => {
  const stake = { from: 'capital', amount: '10', fee: 2, network: 'fuji' } as const
  await server.clock.set({ pace: 'off' })
  await server.act([
    { do: 'wallet', name: 'capital' },
    { do: 'fund', to: 'capital', chain: 'P', amount: '50', network: 'fuji' },
    { do: 'addValidator', node: 'late', duration: '30h', ...stake },
    { do: 'addValidator', node: 'soon', duration: '24h', ...stake },
  ])
  await server.clock.advance('26h')
  const url = `${path('fuji')}?sortBy=timeRemaining`
  const before = await list(url)
  const active = before.filter(({ validationStatus }) => validationStatus === 'active')
  const last = active.at(-1)
  const others = before.slice(active.length)
  // Of ended validations the one that was accepted last is first.
  expect(
    others.filter(({ validationStatus }) => validationStatus === 'completed')[0],
  ).toMatchObject({ endTimestamp: (last?.endTimestamp ?? 0) - 6 * 3600 })
  const pageToken = await tokenAfter(url, active.length)
  await server.clock.advance('5h')
  const later = hashesOf(await rest(url, pageToken))
  expect(later.filter((hash) => hash !== last?.txHash)).toEqual(hashesOf(others))
})
