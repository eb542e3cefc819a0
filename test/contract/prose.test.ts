import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/source-files.ts'

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'fixtures/README.md',
  ...['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
]

/** Sentences of a page: paragraphs, list items and table cells, without headings and code blocks. */
const sentencesOf = (page: string): string[] =>
  readFileSync(join(root, page), 'utf8')
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => /^[^#<]/.test(line) && !/^\|[-| :]+\|$/.test(line))
    .flatMap((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/) : [line]))
    .map((text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/`[^`]*`/g, 'code'))
    .flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z"(]|code)/))
    .map((text) => text.trim())
    .filter((text) => text !== '')

const wordsOf = (sentence: string) => sentence.split(/\s+/).length

test('documents: no sentence has more than 45 words, and the mean is below 20', () => {
  const sentences = pages.flatMap((page) => sentencesOf(page).map((text) => ({ page, text })))
  expect(sentences.length).toBeGreaterThan(1500)
  expect(sentences.filter(({ text }) => wordsOf(text) > 45)).toEqual([])
  const words = sentences.reduce((sum, { text }) => sum + wordsOf(text), 0)
  expect(words / sentences.length).toBeLessThan(20)
})
