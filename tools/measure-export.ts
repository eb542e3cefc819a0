import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { createSnowglobe } from '../src/snowglobe.ts'
import { removeFileDigest } from '../src/store/digests/file-digest.ts'
import { send } from '../test/support/send.ts'

/*
 * Downloads an export of a million transactions, and prints the resident memory of the idle server
 * and its maximum meanwhile. The rows are copies of one payment under other hashes, written into
 * the file of a world. Linux only. Usage, after `npm run build`:
 *
 *   npx tsx tools/measure-export.ts [rows]
 */

const rows = Number(process.argv[2] ?? 1_000_000)
const sampleMs = 20
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'snowglobe-export-'))
const dataDir = join(folder, 'data')

/** Makes a world with an account of many transactions. @returns its address */
async function makeWorld(): Promise<string> {
  const server = await createSnowglobe({ size: 'small', dataDir, pace: 0, logLevel: 'silent' })
  await server.act([
    { do: 'wallet', name: 'payer' },
    { do: 'fund', to: 'payer', chain: 'C', amount: '5' },
    { do: 'transfer', from: 'payer', to: 'payer', chain: 'C', amount: '1' },
  ])
  const { members } = await server.cast()
  const address = members.find(({ name }) => name === 'payer')?.evm ?? ''
  await server.close()
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && !name.includes('accounts'))
    .map((name) => join(dataDir, name))
  const file = files.find((each) => addCopies(each, address))
  if (!file) throw new Error(`no world with ${address} in ${files.join()}`)
  return address
}

function addCopies(file: string, address: string): boolean {
  removeFileDigest(file)
  const db = new Database(file)
  db.pragma('foreign_keys = OFF')
  try {
    const bound = { address, rows }
    const { changes } = db
      .prepare(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :rows),
          own AS (SELECT * FROM evm_transaction WHERE sender = :address ORDER BY seq DESC LIMIT 1)
        INSERT INTO evm_transaction
        SELECT own.seq + i, chain_id, block_number, block_index + i,
               '0x' || printf('%064x', i), status, type, sender, recipient, nonce, value, gas_limit,
               gas_used, gas_price, call_type, method_hash, method_name, raw, receipt
        FROM own, n`)
      .run(bound)
    db.prepare(`
      INSERT OR IGNORE INTO evm_native_activity
      SELECT chain_id, sender, seq FROM evm_transaction WHERE sender = :address`).run({ address })
    return changes > 0
  } catch (error) {
    if (String(error).includes('no such table')) return false
    throw error
  } finally {
    db.close()
  }
}

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const flags = ['--port', '0', '--pace', 'off', '--log-level', 'silent', '--data-dir', dataDir]
  const child = spawn(
    process.execPath,
    [join(root, 'dist/bin/main.js'), '--size', 'small', ...flags],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (url) return { url, child }
  }
  throw new Error('the server does not start')
}

/** Resident memory of a process in MB. */
const memoryOf = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function startExport(url: string, address: string): Promise<string> {
  const options = { addresses: [address], includeChains: ['43114'] }
  const body = JSON.stringify({ type: 'TRANSACTION_EXPORT_EVM', options })
  const headers = { 'content-type': 'application/json' }
  const begun = await send(url, {
    ...{ method: 'POST', path: '/v1/operations/transactions:export', headers, body },
  })
  const { operationId } = JSON.parse(begun.body)
  const done = await send(url, { method: 'GET', path: `/v1/operations/${operationId}` })
  return JSON.parse(done.body).metadata.downloadUrl
}

const address = await makeWorld()
const { url, child } = await start()
try {
  // A first export loads the code.
  await startExport(url, '0x0000000000000000000000000000000000001234').then(fetch)
  const idle = memoryOf(child)
  let max = idle
  const sampling = setInterval(() => {
    max = Math.max(max, memoryOf(child))
  }, sampleMs)
  const response = await fetch(await startExport(url, address))
  let lines = 0
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines++
  }
  clearInterval(sampling)
  const text = (value: number) => `${value.toFixed(0)} MB`
  process.stdout.write(
    `${lines - 1} rows, ${text(bytes / 1e6)} of text\n` +
      `idle ${text(idle)}, at most ${text(max)}: ${text(max - idle)} more\n`,
  )
} finally {
  child.kill()
  rmSync(folder, { recursive: true, force: true })
}
