/*
 * Writes docs/dialects.md from the quirks, and the tables of docs/control.md from their
 * declarations. It writes the rows and lines of the operations in docs/contract.md and
 * docs/endpoints.md from the routes, and the table of docs/faults.md from its schema. It writes the
 * type of operations, schemas/operation-names.ts. Usage: `npx tsx scripts/write-docs.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { withOperations } from './contract-page.ts'
import { controlPage } from './control-page.ts'
import { dialectsPage } from './dialects-page.ts'
import { withLines } from './endpoints-page.ts'
import { faultsPage } from './faults-page.ts'
import { operationNamesFile } from './operation-names.ts'

const rewrite = (name: string, change: (page: string) => string) => {
  const file = new URL(`../docs/${name}`, import.meta.url)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
rewrite('dialects.md', dialectsPage)
rewrite('contract.md', withOperations)
rewrite('control.md', controlPage)
rewrite('endpoints.md', withLines)
rewrite('faults.md', faultsPage)
writeFileSync(new URL('../schemas/operation-names.ts', import.meta.url), operationNamesFile())
