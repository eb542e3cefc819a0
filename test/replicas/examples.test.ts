import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { connect } from '../../src/control/client/connect.ts'
import { bundled } from '../support/built-sources.ts'
import { startExample } from './example-fleet.ts'

const fleet = await startExample([bundled('main')])
afterAll(() => fleet.close())

const headers = { authorization: `Bearer ${fleet.adminToken}` }
const to = '0x00000000000000000000000000000000000a11ce'

const fund = async () => {
  const body = JSON.stringify({ do: 'fund', chain: 'C', to, amount: '1' })
  const { status } = await fetch(`${fleet.url}/_admin/actions`, { method: 'POST', headers, body })
  return status
}

const connected = () => connect(fleet.url, { token: fleet.adminToken })

/** Names of those that respond behind the balancer. */
async function responding(): Promise<string[]> {
  const seen = await Promise.all(Array.from({ length: 9 }, () => connected().world()))
  return [...new Set(seen.map(({ replica }) => replica?.name ?? ''))].sort()
}

test('the balancer of the example spreads requests over three replicas with one sandbox', async () => {
  await expect.poll(responding).toEqual(['a', 'b', 'c'])
  expect(await fund()).toBe(200)
  const path = `/v1/chains/43114/addresses/${to}/balances:getNative`
  for (let turn = 0; turn < 6; turn++) {
    const response = await fetch(fleet.url + path)
    expect(response.headers.get('x-snowglobe-position')).toBe('2')
    expect(await response.json()).toMatchObject({
      nativeTokenBalance: { balance: `1${'0'.repeat(18)}` },
    })
  }
})

test('a replica that ends by SIGTERM fails no request, and comes back', async () => {
  const [a] = fleet.replicas
  let isDone = false
  const statuses: Promise<number[]> = (async () => {
    const seen: number[] = []
    while (!isDone) {
      const { status } = await fetch(`${fleet.url}/v1/chains`)
      seen.push(status, await fund())
    }
    return seen
  })()
  a?.signal('SIGTERM')
  // The balancer has time to notice.
  await expect
    .poll(async () => (await fetch(`${a?.url}/_admin/ready`)).json(), { interval: 20 })
    .toMatchObject({ status: 'error', reason: 'the server is stopping' })
  expect((await fetch(`${a?.url}/v1/chains`)).status).toBe(200)
  expect(await a?.ended()).toBe(0)
  await expect.poll(responding).toEqual(['b', 'c'])
  await a?.start()
  await expect.poll(responding).toEqual(['a', 'b', 'c'])
  isDone = true
  expect(new Set(await statuses)).toEqual(new Set([200]))
})

test('the manifests of the example replace replicas one by one, and keep two of them', () => {
  const file = new URL('../../examples/replicas/kubernetes.yaml', import.meta.url)
  const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((each) => each.toJS())
  expect(manifests.map(({ kind }) => kind).sort()).toEqual([
    ...['Deployment', 'PodDisruptionBudget', 'Secret', 'Service'],
  ])
  const [deployment, budget, service] = ['Deployment', 'PodDisruptionBudget', 'Service'].map(
    (wanted) => manifests.find(({ kind }) => kind === wanted).spec,
  )
  expect(deployment.replicas).toBe(3)
  expect(deployment.strategy).toEqual({
    type: 'RollingUpdate',
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
  })
  expect(budget.maxUnavailable).toBe(1)
  const labels = deployment.template.metadata.labels
  for (const { matchLabels } of [deployment.selector, budget.selector])
    expect(matchLabels).toEqual(labels)
  expect(service.selector).toEqual(labels)
  const { terminationGracePeriodSeconds, topologySpreadConstraints, containers } =
    deployment.template.spec
  expect(terminationGracePeriodSeconds).toBe(15)
  expect(topologySpreadConstraints[0].topologyKey).toBe('kubernetes.io/hostname')
  const [{ env, readinessProbe, livenessProbe }] = containers
  expect(readinessProbe.httpGet.path).toBe('/_admin/ready')
  expect(livenessProbe.httpGet.path).toBe('/_admin/live')
  // Passwords and tokens come from the secret alone, and the names of the replicas from Kubernetes.
  const secret = (key: string) => ({ secretKeyRef: { name: 'snowglobe', key } })
  expect(env).toEqual([
    { name: 'SNOWGLOBE_SHARED_LOG', valueFrom: secret('shared-log') },
    { name: 'PGPASSWORD', valueFrom: secret('password') },
    { name: 'SNOWGLOBE_ADMIN_TOKEN', valueFrom: secret('admin-token') },
    { name: 'SNOWGLOBE_REPLICA', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ])
})
