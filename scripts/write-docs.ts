/* Writes docs/dialects.md from the quirks and the operations of docs/contract.md from the routes:
   `npx tsx scripts/write-docs.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withOperations } from './contract-page.ts'
import { dialectsPage } from './dialects-page.ts'

const docs = new URL('../docs/', import.meta.url)
const contract = new URL('contract.md', docs)
writeFileSync(new URL('dialects.md', docs), dialectsPage())
writeFileSync(contract, withOperations(readFileSync(contract, 'utf8')))
