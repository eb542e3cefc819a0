import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { actionSchemas } from '../../schemas/control/actions/index.ts'
import { faultCalls, NewFaultRule } from '../../schemas/control/faults.ts'
import { BodyMatch } from '../../schemas/control/request-match.ts'
import { requestCalls } from '../../schemas/control/requests.ts'
import { options } from '../../src/config/options.ts'
import { root } from '../support/source-files.ts'
import { languageService, publicNames } from './public-names.ts'

/** Statements of a user; a mark stands before each name whose text is compared. */
const text = `
import { createSnowglobe } from './dist/src/snowglobe.js'
import { connect } from './dist/src/control/client/connect.js'
const snowglobe = await createSnowglobe({ ^port: 0, ^journal: 10 })
await snowglobe.faults.^add({
  ^match: { ^operation: 'info.peers', body: { ^partial: {} } },
  delay: { ms: 1, ^jitterMs: 1 },
})
await snowglobe.^act([{ ^do: 'fund', to: 'alice', ^chain: 'C', ^amount: '1' }])
const { results: [fund] } = await snowglobe.act({ do: 'fund', to: 'alice', chain: 'C', amount: '1' })
fund.^txId
await snowglobe.clock.^advance('30d')
const { rules } = await connect('').faults.^list()
rules[0]?.^times
await snowglobe.in('w').requests.^verify({ match: {} })
`

const { match, delay, times } = NewFaultRule.properties
/** Texts of schemas, operations and options. */
const texts: Readonly<Record<string, string | undefined>> = {
  port: options.find(({ key }) => key === 'port')?.help,
  add: faultCalls.add.operation.summary,
  match: match.description,
  operation: match.properties.operation.description,
  partial: BodyMatch.properties.partial.description,
  jitterMs: delay.properties.jitterMs.description,
  amount: actionSchemas.fund.properties.amount.description,
  list: faultCalls.list.operation.summary,
  times: times.description,
  verify: requestCalls.verify.operation.summary,
}

const user = { file: join(root, 'user.ts'), text: text.replaceAll('^', '') }
const opened = languageService(user)

/** Marked places. */
const probes = text.split('\n').flatMap((line, number) =>
  [...line.matchAll(/\^(\w+)/g)].map(({ index, 1: name = '' }, before) => ({
    name,
    line: number,
    // The marks before this one are not in the file.
    column: index - before,
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
  expect(probes.length).toBeGreaterThan(13)
  for (const { name, line, column } of probes) {
    const place = source?.getPositionOfLineAndCharacter(line, column) ?? 0
    const info = service.getQuickInfoAtPosition(user.file, place)
    const shown = ts.displayPartsToString(info?.documentation)
    expect(shown, `${name} in line ${line}`).not.toBe('')
    expect(shown).toContain(texts[name] ?? '')
  }
})
