import { readFileSync } from 'node:fs'

/*
 * Prints Stryker's JSON report in the terms of docs/testing.md. Mutants of error texts and timeouts
 * are separate, static ones are counted, and each survivor has its place.
 */

const say = (line) => process.stdout.write(`${line}\n`)
const [file = 'reports/mutation/mutants.json'] = process.argv.slice(2)
const { files } = JSON.parse(readFileSync(file, 'utf8'))
const isErrorText = /badRequest\(|notFound\(|rpcError\(|new \w*Error\(|throw /

const mutants = Object.entries(files).flatMap(([name, { source, mutants: found }]) => {
  const lines = source.split('\n')
  return found
    .filter(({ status }) => status !== 'CompileError' && status !== 'Ignored')
    .map((mutant) => {
      const { start } = mutant.location
      // The call that creates the error may begin on a line before its text.
      const around = lines.slice(Math.max(0, start.line - 3), start.line).join('\n')
      const isText = mutant.mutatorName === 'StringLiteral' && isErrorText.test(around)
      return {
        ...mutant,
        place: `${name}:${start.line}:${start.column}`,
        line: lines[start.line - 1],
        isText,
      }
    })
})

const count = (list, ...statuses) => list.filter(({ status }) => statuses.includes(status)).length
function describe(title, list) {
  const caught = count(list, 'Killed', 'RuntimeError')
  const missed = count(list, 'Survived', 'NoCoverage')
  const share = ((100 * caught) / Math.max(1, caught + missed)).toFixed(1)
  say(
    `${title}: ${caught} of ${caught + missed} killed, ${share} %; ${count(list, 'Timeout')} timeouts`,
  )
}

const values = mutants.filter(({ isText }) => !isText)
describe('all', mutants)
describe('without texts of errors', values)
describe(
  'texts of errors',
  mutants.filter(({ isText }) => isText),
)
describe(
  'static',
  mutants.filter((mutant) => mutant.static),
)
for (const { place, mutatorName, replacement, line, status, isText } of mutants)
  if (status === 'Survived' || status === 'NoCoverage')
    say(
      `${isText ? 'text ' : ''}${status} ${place} ${mutatorName}\n  ${line.trim()}\n  → ${replacement.replace(/\s+/g, ' ').slice(0, 160)}`,
    )
