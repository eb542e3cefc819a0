/* Writes docs/dialects.md from the list of quirks: `npx tsx scripts/write-dialects.ts`. */
import { writeFileSync } from 'node:fs'
import { dialectsPage } from './dialects-page.ts'

writeFileSync(new URL('../docs/dialects.md', import.meta.url), dialectsPage())
