import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Enough of a Docker engine for one image: each container is a process of the built command. */
export interface DockerEngine {
  /** `tcp://127.0.0.1:PORT`, for `DOCKER_HOST`. */
  readonly url: string
  /** Ids of the containers that have not been removed. */
  containers(): string[]
  close(): Promise<void>
}

interface Container {
  readonly id: string
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly port: number
  readonly output: Buffer[]
  process?: ChildProcess
}

const program = join(import.meta.dirname, '../../../dist/bin/main.js')
const serverPort = '9650/tcp'

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Frame of the engine's log stream: stream number, length, bytes. */
function frame(stream: 1 | 2, bytes: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head[0] = stream
  head.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

const inspected = ({ id, image, environment, port, process }: Container) => ({
  Id: id,
  Name: `/${id}`,
  Image: image,
  Config: {
    Image: image,
    Hostname: id,
    Labels: {},
    Env: Object.entries(environment).map((entry) => entry.join('=')),
    ExposedPorts: { [serverPort]: {} },
  },
  HostConfig: { PortBindings: {} },
  State: {
    Status: 'running',
    Running: process?.exitCode === null,
    StartedAt: '2026-01-01T00:00:00Z',
    FinishedAt: '0001-01-01T00:00:00Z',
  },
  NetworkSettings: {
    Networks: { bridge: { NetworkID: 'bridge', IPAddress: '127.0.0.1' } },
    Ports: { [serverPort]: [{ HostIp: '0.0.0.0', HostPort: String(port) }] },
  },
})

/** Starts an engine on a free port of this machine. */
export async function startDockerEngine(): Promise<DockerEngine> {
  const containers = new Map<string, Container>()
  const logReaders = new Map<string, ServerResponse[]>()
  let created = 0

  async function create(request: IncomingMessage): Promise<object> {
    const { Image, Env = [] } = JSON.parse(await text(request)) as { Image: string; Env?: string[] }
    created += 1
    const id = String(created).padStart(64, '0')
    const environment = Object.fromEntries(
      Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    containers.set(id, { id, image: Image, environment, port: await freePort(), output: [] })
    return { Id: id, Warnings: [] }
  }

  function start(container: Container): void {
    const { id, environment, port, output } = container
    container.process = spawn(process.execPath, [program, 'start'], {
      env: {
        ...process.env,
        ...environment,
        ...{ SNOWGLOBE_PORT: String(port), SNOWGLOBE_HOST: '127.0.0.1' },
      },
    })
    const add = (stream: 1 | 2) => (bytes: Buffer) => {
      output.push(frame(stream, bytes))
      for (const reader of logReaders.get(id) ?? []) reader.write(frame(stream, bytes))
    }
    container.process.stdout?.on('data', add(1))
    container.process.stderr?.on('data', add(2))
    container.process.on('exit', () => {
      for (const reader of logReaders.get(id) ?? []) reader.end()
    })
  }

  async function stop(container: Container): Promise<void> {
    const { process } = container
    if (process === undefined || process.exitCode !== null) return
    process.kill()
    await once(process, 'exit')
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://engine')
    const path = pathname.replace(/^\/v[\d.]+/, '')
    const send = (status: number, body?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    const [, id = '', verb = ''] = /^\/containers\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const container = containers.get(id)
    if (path === '/_ping') response.end('OK')
    else if (path === '/info') send(200, { OperatingSystem: 'here', Architecture: 'x86_64' })
    else if (path === '/version') send(200, { ApiVersion: '1.47', Version: '27.0.0' })
    else if (path === '/containers/create') send(201, await create(request))
    else if (path === '/containers/json') send(200, [])
    else if (/^\/images\/.+\/json$/.test(path)) send(200, { Id: 'sha256:0', Config: {} })
    else if (/^\/networks\//.test(path))
      send(200, { Id: 'bridge', Name: 'bridge', IPAM: { Config: [{ Gateway: '127.0.0.1' }] } })
    else if (container === undefined) send(404, { message: `No such object: ${path}` })
    else if (verb === 'start') {
      start(container)
      send(204)
    } else if (verb === 'json') send(200, inspected(container))
    else if (verb === 'logs') {
      response.writeHead(200, { 'content-type': 'application/vnd.docker.multiplexed-stream' })
      response.write(Buffer.concat(container.output))
      logReaders.set(id, [...(logReaders.get(id) ?? []), response])
    } else if (verb === 'stop' || verb === 'kill') {
      await stop(container)
      send(204)
    } else if (request.method === 'DELETE') {
      await stop(container)
      containers.delete(id)
      send(204)
    } else send(404, { message: `No such operation: ${path}` })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    containers: () => [...containers.keys()],
    async close() {
      for (const container of containers.values()) await stop(container)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
