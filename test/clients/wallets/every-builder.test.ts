import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { avm, evm, pvm } from '@avalabs/avalanchejs'
import { createAvalancheWalletClient } from '@avalanche-sdk/client'
import { avalancheFuji } from '@avalanche-sdk/client/chains'
import { expect, test } from 'vitest'

const textOf = (client: string) =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.startsWith(client))
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join()

const builders = (module: object, form: RegExp) =>
  Object.keys(module).filter((name) => form.test(name))

test.each([
  ['pvm', pvm, 16],
  ['avm', avm, 3],
  ['evm', evm, 4],
] as const)('a test issues what each builder of %s in avalanchejs makes', (name, module, count) => {
  const names = builders(module, /^new\w+(?:Tx|BaseFee)$/)
  expect(names.length).toBeGreaterThanOrEqual(count)
  const tests = textOf('avalanchejs')
  // A validator that does not exist cannot be configured: its type is refused.
  const refused = ['newSetAutoRenewedValidatorConfigTx']
  const missing = names.filter((each) => !tests.includes(`${name}.${each}(`))
  expect(missing.filter((each) => !refused.includes(each))).toEqual([])
})

test.each([
  ['pChain', 14],
  ['xChain', 3],
  ['cChain', 2],
] as const)('a test sends what each builder of %s in the client SDK prepares', (chain, count) => {
  const transport = { type: 'http', url: 'http://127.0.0.1' } as const
  const client = createAvalancheWalletClient({ chain: avalancheFuji, transport })
  const names = builders(client[chain], /^prepare\w+Txn$/)
  expect(names.length).toBeGreaterThanOrEqual(count)
  const tests = textOf('client-sdk')
  expect(names.filter((each) => !tests.includes(`${chain}.${each}(`))).toEqual([])
})
