import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../support/source-files.ts'
import { languageService, publicNames } from './public-names.ts'

/** Statements of a user; the text behind `//` is a part of the hover text of the marked name. */
const text = `
import { createSnowglobe } from './dist/src/snowglobe.js'
import { connect } from './dist/src/control/client/connect.js'
const snowglobe = await createSnowglobe({
  ^port: 0, // Port of all interfaces; 0 takes a free one. Option \`--port\`.
  ^journal: 10, // Number of requests that each world remembers
})
await snowglobe.faults.^add({ // Adds a rule, or several
  ^match: { // The requests that meet the rule
    ^operation: 'info.peers', // As in the contract
    body: { ^partial: {} }, // A part of the body
  },
  delay: { ms: 1, ^jitterMs: 1 }, // drawn anew each time
})
await snowglobe.^act([ // Performs up to 1,000 actions
  { ^do: 'fund', to: 'alice', ^chain: 'C', amount: '1' }, // Verb of the action.
])
const { results: [fund] } = await snowglobe.act({ do: 'fund', to: 'alice', chain: 'C', amount: '1' })
fund.^txId // Hash or id of the transaction.
await snowglobe.clock.^advance('30d') // Advances the clock and returns the new blocks
const { rules } = await connect('').faults.^list() // The rules
rules[0]?.^times // On how many requests the rule acts at most.
await snowglobe.in('w').requests.^verify({ ^match: {} }) // Verifies that requests arrived
`

const user = { file: join(root, 'user.ts'), text: text.replaceAll('^', '') }
const opened = languageService(user)

/** Marked places and the texts of their lines. */
const probes = text.split('\n').flatMap((line, number) =>
  [...line.matchAll(/\^(\w+)/g)].map(({ index, 1: name = '' }, nth, { length }) => ({
    name,
    line: number,
    // The marks before this one are not in the file.
    column: index - nth,
    part: nth === 0 || length === 1 ? line.split('// ')[1] : undefined,
  })),
)

test('every public name of every entry point has a text for editors', () => {
  const { checker } = opened
  const names = publicNames(opened)
  expect(names.length).toBeGreaterThan(10_000)
  // The documentation part of quick info, without the types, which take minutes to print.
  const without = names.filter(
    ({ symbol }) => ts.displayPartsToString(symbol.getDocumentationComment(checker)) === '',
  )
  expect(without.map(({ path }) => path)).toEqual([])
})

test('the text shows where a user writes the name', () => {
  const { service, program } = opened
  const source = program.getSourceFile(user.file)
  expect(service.getSemanticDiagnostics(user.file).map(({ messageText }) => messageText)).toEqual(
    [],
  )
  expect(probes.length).toBeGreaterThan(15)
  for (const { name, line, column, part } of probes) {
    const place = source?.getPositionOfLineAndCharacter(line, column) ?? 0
    const info = service.getQuickInfoAtPosition(user.file, place)
    const shown = ts.displayPartsToString(info?.documentation)
    expect(shown, `${name} in line ${line}`).not.toBe('')
    if (part !== undefined) expect(shown).toContain(part)
  }
})
