import { expect, test } from 'vitest'
import { commandNames } from '../../src/cli/arguments.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'
import { helpText } from '../../src/cli/help.ts'
import { options } from '../../src/config/config.ts'

const lines = helpText().split('\n')

test('help names every command but itself', () => {
  for (const command of commandNames.filter((name) => name !== 'help'))
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
