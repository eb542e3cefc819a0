import { expect, test } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { helpText } from '../../src/cli/commands/help.ts'
import { commandNames } from '../../src/cli/commands.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { options } from '../../src/config/options.ts'

const lines = helpText().split('\n')

test('help names every command', () => {
  for (const command of commandNames)
    expect(lines.filter((line) => line.startsWith(`  ${command} `))).toHaveLength(1)
})

test('help names every option with what it takes and its default', () => {
  for (const { flag, takes, fallback } of options) {
    const [line = '', ...others] = lines.filter((text) => text.startsWith(`  --${flag} `))
    expect(others).toEqual([])
    expect(line).toContain(`--${flag} ${takes} `)
    expect(line.endsWith(`(${String(fallback)})`)).toBe(String(fallback ?? '') !== '')
  }
})

test('help names every exit code', () => {
  const line = lines.find((text) => text.startsWith('Exit codes:')) ?? ''
  expect(line.match(/\d/g)).toEqual(Object.values(exitCodes).map(String))
})

test('help fits a terminal of 140 columns and ends with one line break', () => {
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(140)
  expect(helpText()).toMatch(/[^\n]\n$/)
})

const topics = commandNames.filter((name) => name !== 'help')

test.each(topics)('help %s has usage, purpose, examples and no option that it ignores', (topic) => {
  const text = helpText(topic)
  expect(text).toMatch(new RegExp(`^Usage: snowglobe ${topic}( |\\n)`))
  expect(text).toMatch(/^Examples\n(?: {2}\S.*snowglobe.*\n| {2}snowglobe.*\n)+/m)
  expect(text).not.toBe(helpText())
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(140)
})

test('the help of act names the options that find a server, and not those of a world', () => {
  expect(helpText('act')).toMatch(/--port .*--host .*--admin-token .*--world NAME/s)
  expect(helpText('act')).not.toContain('--size')
})

test('an example in the help of a command is accepted by the command', () => {
  const examples = topics.flatMap((topic) =>
    [...helpText(topic).matchAll(/^ {2}.*?\bsnowglobe(?: ([^|>')\n]*))?/gm)].map(
      ([, words = '']) => ({
        topic,
        words: words.replaceAll(/[")]/g, '').split(' ').filter(Boolean),
      }),
    ),
  )
  expect(examples.length).toBeGreaterThan(topics.length)
  for (const { words } of examples)
    expect(() => readArguments(words, {}), words.join(' ')).not.toThrow()
})

test.each([
  ['help act', 'act'],
  ['act --help', 'act'],
  ['--help act', 'act'],
  ['act FILE --port 1 -h', 'act'],
  ['help', undefined],
  ['--help', undefined],
  ['help --help', undefined],
])('snowglobe %s prints the help of %s', (line, topic) => {
  expect(readArguments(line.split(' '), {})).toMatchObject({ command: 'help', topic })
})

test.each([
  ['help ack', 'there is no command ack (did you mean act?); see snowglobe --help'],
  ['help act check', 'help takes one command; remove check'],
])('snowglobe %s is refused: %s', (line, message) => {
  expect(() => readArguments(line.split(' '), {})).toThrow(message)
})
