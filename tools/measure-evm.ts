/**
 * Measures our interpreter beside @ethereumjs/evm: gas per second of processor time, of a loop of a token's transfers,
 * of arithmetic and of memory.
 * Usage: npx tsx tools/measure-evm.ts
 */
import { bytesOf } from '../src/evm/state.ts'
import { loadFastKeccak } from '../src/formats/keccak.ts'
import { runOurs, runTheirs } from '../test/support/evm/differential.ts'
import type { RandomProgram } from '../test/support/evm/random-program.ts'

const to = '0x00000000000000000000000000000000c0de0001'
const caller = '0x00000000000000000000000000000000ca11e400'

/** Repeats a body until the gas ends the frame. */
const loop = (body: string) => `5b${body}600056`
/** Balance of a mapping at slot 0, its key on the stack. */
const balanceSlot = '60005260006020526040600020'
const bodies = {
  'arithmetic, compared and masked': '600560070160ff1660031060011450'.concat(
    '60036103e86064020450',
  ),
  'memory, written and read': '63ffffffff60405260405160605260605150',
  'transfers of a token':
    // Caller's and receiver's balances change, a Transfer with three topics is logged.
    `33${balanceSlot}80546001900390556108ae${balanceSlot}8054600101905560016000526108ae337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a3`,
}

await loadFastKeccak()
for (const [name, body] of Object.entries(bodies)) {
  const program = (gas: number): RandomProgram => ({
    accounts: [
      {
        address: to,
        balance: 0n,
        nonce: 1n,
        code: bytesOf(`0x${loop(body)}`),
        storage: [],
      },
      { address: caller, balance: 1n, nonce: 0n, code: new Uint8Array(), storage: [] },
    ],
    caller,
    to,
    value: 0n,
    data: new Uint8Array(),
    gas,
  })
  runOurs(program(3_000_000), 'cancun', 1e9)
  const ours = speed(30_000_000, await timed(() => runOurs(program(30_000_000), 'cancun', 1e9)))
  await runTheirs(program(300_000), 'cancun')
  const theirs = speed(3_000_000, await timed(() => runTheirs(program(3_000_000), 'cancun')))
  process.stdout.write(`${name}: ours ${ours}, @ethereumjs/evm ${theirs} Mgas/s\n`)
}

async function timed(run: () => unknown): Promise<number> {
  const begin = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}

function speed(gas: number, milliseconds: number): string {
  return (gas / 1000 / milliseconds).toFixed(0)
}
