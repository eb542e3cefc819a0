import { afterAll, beforeAll, expect, test } from 'vitest'
import { SnowglobeContainer } from '../../../src/testing/testcontainers.ts'
import { type DockerEngine, startDockerEngine } from './docker-engine.ts'

let engine: DockerEngine
beforeAll(async () => {
  engine = await startDockerEngine()
  process.env.DOCKER_HOST = engine.url
  process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
})
afterAll(() => engine.close())

test('a SnowglobeContainer is started when its server is ready, and its control plane acts in it', async () => {
  const snowglobe = await new SnowglobeContainer().withAdminToken('a-token').start()
  expect((await fetch(`${snowglobe.url}/v1/health-check`)).status).toBe(200)
  const { results } = await snowglobe
    .control('tests')
    .act({ do: 'fund', to: 'ewoq', chain: 'P', amount: '5' })
  expect(results).toHaveLength(1)
  expect((await snowglobe.control().world()).head).toBe(0)
  await expect(snowglobe.control().world()).resolves.toMatchObject({ size: 'small' })
  await snowglobe.stop()
  expect(engine.containers()).toEqual([])
})

test('environment variables of a SnowglobeContainer are options of the server', async () => {
  const snowglobe = await new SnowglobeContainer()
    .withEnvironment({ SNOWGLOBE_SIZE: 'empty', SNOWGLOBE_CLOCK: 'running' })
    .start()
  expect(await snowglobe.control().world()).toMatchObject({
    size: 'empty',
    clock: { mode: 'running' },
  })
  await snowglobe.stop()
})
