import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContracts, solidityFolder } from '../../../../scripts/compile-contracts.ts'
import { opcodes } from '../../../../src/evm/opcodes.ts'
import { creationCode } from '../../../../src/simulator/evm/solidity/compiled/creation-code.ts'

const contracts = compileContracts()

test('the sources compile to the bytes that are checked in', () => {
  const compiled = Object.fromEntries(contracts.map(({ name, creation }) => [name, creation]))
  expect(compiled).toEqual(creationCode)
})

test.each(contracts)('interface and layout of $name are those of its source', (contract) => {
  const { creation: _, ...rest } = contract
  const file = new URL(`compiled/${contract.name}.json`, solidityFolder)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(rest)
})

/** Opcodes of code by number; what pushes carry is no opcode. */
function opcodesIn(code: string): Set<number> {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<number>()
  for (let place = 0; place < bytes.length; place++) {
    const opcode = bytes[place] as number
    found.add(opcode)
    if (opcode >= 0x60 && opcode <= 0x7f) place += opcode - 0x5f
  }
  return found
}

test.each(contracts)(
  '$name has opcodes that the C-chain has from its first block',
  ({ name, runtime }) => {
    const laterOnes = [...opcodes.values()].filter(({ since }) => since !== undefined)
    const found = opcodesIn(runtime)
    const later = laterOnes.filter(({ number }) => found.has(number)).map(({ number }) => number)
    const basefee = 0x48
    expect(later).toEqual(name === 'Multicall3' ? [basefee] : [])
  },
)

test('no contract exceeds the size of code', () => {
  for (const { name, runtime } of contracts)
    expect({ name, size: runtime.length / 2 - 1 }).toSatisfy(({ size }) => size <= 24_576)
})
