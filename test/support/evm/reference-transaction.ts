import { TheirEngine } from './differential.ts'
import { blockOf, type EdgeCase, type EdgeFork, type EdgeOutcome } from './edge-case.ts'

/**
 * Executes a case in @ethereumjs/evm. What is around the execution is written here from the yellow
 * paper, EIP-2028, 3607 and 3860, with the two rules of Avalanche's chains: nothing is refunded, and
 * the coinbase gets the whole fee.
 */
export async function runEdgeCaseInReference(
  edge: EdgeCase,
  fork: EdgeFork,
): Promise<EdgeOutcome | undefined> {
  const [balance, nonce, code] = edge.pre[edge.sender] ?? ['0x0', '0x0', '0x']
  const data = Uint8Array.from(Buffer.from(edge.data.slice(2), 'hex'))
  const gasLimit = BigInt(edge.gasLimit)
  const price = BigInt(edge.gasPrice)
  const value = BigInt(edge.value)
  const isCreation = edge.to === ''
  const intrinsic = intrinsicOf(data, isCreation)
  const isRefused =
    BigInt(nonce) !== BigInt(edge.nonce) ||
    BigInt(edge.nonce) === 0xffffffffffffffffn ||
    code !== '0x' ||
    BigInt(balance) < gasLimit * price + value ||
    gasLimit > BigInt(edge.gasLimitOfBlock) ||
    gasLimit < intrinsic ||
    (isCreation && data.length > 2 * 24_576)
  if (isRefused) return undefined

  const block = blockOf(edge)
  const engine = new TheirEngine(fork)
  for (const [address, [wei, count, bytes, storage]] of Object.entries(edge.pre))
    await engine.put({
      address,
      balance: BigInt(wei),
      nonce: BigInt(count),
      code: Uint8Array.from(Buffer.from(bytes.slice(2), 'hex')),
      storage: Object.entries(storage)
        .map(([slot, word]) => ({ slot: BigInt(slot), value: BigInt(word) }))
        .filter(({ value: word }) => word !== 0n),
    })
  await engine.pay(edge.sender, -gasLimit * price)
  let gasUsed = 0n
  const outcome = await engine.call(
    {
      caller: edge.sender,
      to: isCreation ? undefined : edge.to,
      gas: gasLimit - intrinsic,
      ...{ value, data },
    },
    {
      ...{ block, gasPrice: price },
      async settle(executionGas) {
        gasUsed = intrinsic + executionGas
        await engine.pay(edge.sender, (gasLimit - gasUsed) * price)
        await engine.pay(edge.coinbase, gasUsed * price)
      },
    },
  )
  const { isSuccess: succeeded, output, logs, accounts, storage } = outcome
  return { gasUsed, succeeded, output, logs, accounts, storage }
}

function intrinsicOf(data: Uint8Array, isCreation: boolean): bigint {
  let gas = isCreation ? 53_000 + 2 * Math.ceil(data.length / 32) : 21_000
  for (const byte of data) gas += byte === 0 ? 4 : 16
  return BigInt(gas)
}
