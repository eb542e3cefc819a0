/**
 * Measures what wallets wait for, over HTTP with one connection: each figure is a median. With
 * `--hardhat FOLDER`, a folder in which `hardhat` is installed, `hardhat node` is measured beside it,
 * in turns, so that both meet the same load. A turn is `--turn` rounds: an application talks to one
 * node, and with turns of one round each node finds the processor's caches filled by the other.
 * npm run build && npx tsx tools/measure-wallets.ts [--rounds 60] [--turn 20] [--hardhat FOLDER]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { connect } from '../src/control/client/connect.ts'
import { fromCheckedHex, toCheckedHex, toHex } from '../src/formats/ids.ts'
import { ewoqKey } from '../src/formats/secp256k1.ts'
import { decodeUtxo } from '../src/formats/utxos.ts'
import { initCodeFor } from '../src/simulator/evm/solidity/init-code.ts'
import { monotonicMs } from '../src/time/clock.ts'
import { base, outputTo, signed, spendable, withChange } from '../test/chain-api/support/wallet.ts'
import { median } from './bench/numbers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    turn: { type: 'string', default: '20' },
    hardhat: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const turn = Number(values.turn)
const print = (line: string) => process.stdout.write(`${line}\n`)
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const to = '0x00000000000000000000000000000000000000aa'

/** A JSON-RPC call and the milliseconds until its response. */
async function call(url: string, method: string, params: unknown) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const before = monotonicMs()
  const text = await new Promise<string>((resolve, reject) => {
    const request = http.request(url, { agent, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
    })
    request.on('error', reject)
    request.end(body)
  })
  return { ms: monotonicMs() - before, ...(JSON.parse(text) as Response) }
}

interface Response {
  // biome-ignore lint/suspicious/noExplicitAny: results of all methods.
  readonly result?: any
  readonly error?: { readonly message: string }
}

/** A node with an EVM chain, and a funded account of it. */
interface Node {
  readonly name: string
  readonly url: string
  readonly account: ReturnType<typeof privateKeyToAccount>
  readonly chainId: number
}

/** Deploys an ERC-20 contract and returns its address. */
async function deployToken({ name, url, account, chainId }: Node): Promise<string> {
  const data = initCodeFor('Token', { name: 'T', symbol: 'T', decimals: 18n, supply: 1n })
  const count = await call(url, 'eth_getTransactionCount', [account.address, 'latest'])
  const signed = await account.signTransaction({
    ...{ chainId, nonce: Number(count.result), data: toHex(data) as Hex },
    ...{ gas: 3_000_000n, gasPrice: 10n ** 11n },
  })
  const { result, error } = await call(url, 'eth_sendRawTransaction', [signed])
  if (error) throw new Error(`${name}: ${error.message}`)
  return (await call(url, 'eth_getTransactionReceipt', [result])).result.contractAddress
}

/** Figures of a node by what was measured. */
type Figures = Map<string, number[]>

async function measureEvm(node: Node, token: string, into: Figures): Promise<void> {
  const { url, account, chainId } = node
  const measured = (name: string, ms: number) => into.set(name, [...(into.get(name) ?? []), ms])
  const balanceOf = { to: token, data: `0x70a08231${account.address.slice(2).padStart(64, '0')}` }
  for (const [name, method, params] of [
    ['eth_chainId', 'eth_chainId', []],
    ['eth_getBalance', 'eth_getBalance', [account.address, 'latest']],
    ['eth_call of an account', 'eth_call', [{ to }, 'latest']],
    ['eth_call of balanceOf', 'eth_call', [balanceOf, 'latest']],
  ] as const) {
    const { ms, error } = await call(url, method, params)
    if (error) throw new Error(`${node.name} ${method}: ${error.message}`)
    measured(name, ms)
  }
  const count = await call(url, 'eth_getTransactionCount', [account.address, 'latest'])
  const nonce = Number(count.result)
  const sign = (at: number) =>
    account.signTransaction({
      ...{ chainId, nonce: at, to, value: 1n, gas: 21_000n, gasPrice: 10n ** 11n },
    })
  const sent = await call(url, 'eth_sendRawTransaction', [await sign(nonce)])
  if (sent.error) throw new Error(`${node.name}: ${sent.error.message}`)
  measured('eth_sendRawTransaction, transfer', sent.ms)
  const refused = await call(url, 'eth_sendRawTransaction', [await sign(nonce)])
  if (!refused.error) throw new Error(`${node.name} took a nonce twice`)
  measured('eth_sendRawTransaction, refused', refused.ms)
}

/** Issues a transfer on the P-chain, reads it, and returns the milliseconds of both. */
async function issuePlatform(origin: string): Promise<{ first: number; readable: number }> {
  const url = `${origin}/ext/bc/P`
  const addresses = ['P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t']
  const { result } = await call(url, 'platform.getUTXOs', { addresses })
  const utxos = result.utxos.map((text: string) => decodeUtxo(fromCheckedHex(text)))
  const [from] = spendable(utxos)
  if (!from) throw new Error('ewoq has AVAX on the P-chain')
  const price = BigInt((await call(url, 'platform.getFeeState', {})).result.price)
  const tx = signed(withChange({ type: 'BaseTx', ...base(from, [outputTo(5n)]) }, 5n, price))
  const issued = await call(url, 'platform.issueTx', { tx: toCheckedHex(tx) })
  if (issued.error) throw new Error(issued.error.message)
  const read = await call(url, 'platform.getTx', { txID: issued.result.txID })
  if (read.error) throw new Error(read.error.message)
  return { first: issued.ms, readable: issued.ms + read.ms }
}

/** Starts the built command and returns its address. */
async function startSnowglobe(): Promise<{ url: string; child: ChildProcess }> {
  const flags = ['--port', '0', '--network', 'fuji', '--pace', '0', '--log-level', 'error']
  const child = spawn(process.execPath, [join(root, 'dist/bin/main.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) {
      const url = /^snowglobe ready: (\S+)/.exec(line)?.[1]
      if (url) {
        child.stdout.resume()
        return { url, child }
      }
    }
  throw new Error('the server has not started')
}

async function startHardhat(folder: string): Promise<{ node: Node; child: ChildProcess }> {
  const port = 18_545
  writeFileSync(join(folder, 'hardhat.config.js'), 'module.exports = { solidity: "0.8.24" }\n')
  const program = join(folder, 'node_modules/hardhat/internal/cli/bootstrap.js')
  const child = spawn(process.execPath, [program, 'node', '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let key: string | undefined
  if (child.stdout)
    for await (const line of createInterface(child.stdout)) {
      key = /^Private Key: (0x[0-9a-f]{64})/.exec(line)?.[1]
      if (key) break
    }
  if (!key) throw new Error('hardhat node has not started')
  child.stdout?.resume()
  const url = `http://127.0.0.1:${port}`
  return {
    node: { name: 'hardhat', url, account: privateKeyToAccount(key as Hex), chainId: 31337 },
    child,
  }
}

const root = join(import.meta.dirname, '..')
// Builds the world before anything is measured.
await end((await startSnowglobe()).child)
const server = await startSnowglobe()
const hardhat = values.hardhat === undefined ? undefined : await startHardhat(values.hardhat)
try {
  print(`rounds ${rounds} in turns of ${turn}, load ${loadavg()[0]?.toFixed(1)}`)
  print(
    `first platform.issueTx of a process: ${(await issuePlatform(server.url)).first.toFixed(0)} ms`,
  )
  const own: Node = {
    ...{ name: 'snowglobe', url: `${server.url}/ext/bc/C/rpc`, chainId: 43113 },
    account: privateKeyToAccount(toHex(ewoqKey) as Hex),
  }
  const nodes: { node: Node; token: string; figures: Figures }[] = []
  for (const node of hardhat ? [own, hardhat.node] : [own])
    nodes.push({ node, token: await deployToken(node), figures: new Map() })
  for (let begun = 0; begun < rounds; begun += turn)
    for (const { node, token, figures } of nodes)
      for (let round = begun; round < Math.min(begun + turn, rounds); round++)
        await measureEvm(node, token, figures)
  for (const name of nodes[0]?.figures.keys() ?? []) {
    const medians = nodes.map(
      ({ node, figures }) => `${node.name} ${median(figures.get(name) ?? []).toFixed(2)} ms`,
    )
    print(`${name}: ${medians.join(', ')}`)
  }
  const readable: number[] = []
  for (let round = 0; round < rounds; round++)
    readable.push((await issuePlatform(server.url)).readable)
  print(`platform.issueTx, accepted and readable: ${median(readable).toFixed(2)} ms`)
  await measureReplay()
} finally {
  hardhat?.child.kill()
  server.child.kill()
  agent.destroy()
}

/** Measures how long another server takes for the log of 1,000 issued transactions. */
async function measureReplay(): Promise<void> {
  const issued = 1000
  const world = connect(server.url)
  for (let i = (await world.world()).head; i < issued; i++) await issuePlatform(server.url)
  const exported = await world.export()
  const other = await startSnowglobe()
  try {
    const replaying = connect(other.url)
    const before = monotonicMs()
    await replaying.import(exported)
    print(`log of ${issued} entries replayed: ${((monotonicMs() - before) / 1000).toFixed(2)} s`)
    const same = (await replaying.world()).fingerprint === (await world.world()).fingerprint
    if (!same) throw new Error('the fingerprints differ')
  } finally {
    other.child.kill()
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
