/*
 * Compiles the contracts of the world and writes their bytecode, their interfaces and the layout of
 * their storage beside the sources: `npx tsx scripts/write-contracts.ts`. Takes about 3 s.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileContracts, solidityFolder } from './compile-contracts.ts'

const folder = fileURLToPath(new URL('compiled/', solidityFolder))
const contracts = compileContracts()

for (const { creation: _, ...rest } of contracts)
  writeFileSync(`${folder}${rest.name}.json`, JSON.stringify(rest, null, 2))

writeFileSync(
  `${folder}creation-code.ts`,
  `/*!
 * Contains code of OpenZeppelin Contracts, Copyright (c) 2016-2025 Zeppelin Group Ltd, under the MIT
 * License.
 */

/** Name of a contract of the world. */
export type ContractName = ${contracts.map(({ name }) => `'${name}'`).join(' | ')}

/** Creation code of the contracts. Written by scripts/write-contracts.ts; do not edit. */
export const creationCode: Readonly<Record<ContractName, string>> = {
${contracts.map(({ name, creation }) => `  ${name}: '${creation}',`).join('\n')}
}
`,
)
execFileSync('npx', ['biome', 'format', '--write', folder], { stdio: 'inherit' })
