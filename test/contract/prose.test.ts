import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commentsIn } from '../support/comments.ts'
import { codeFiles, root } from '../support/source-files.ts'

const pagesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))

const documents = pagesBelow('docs')
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['fixtures', 'examples'].flatMap(pagesBelow),
  ...documents,
]

/** Sentences of a page: those of paragraphs and list items, and those of table cells. */
interface Sentences {
  readonly prose: readonly string[]
  readonly cells: readonly string[]
}

/** Splits a page into sentences, without headings, code blocks and comments. */
function sentencesOf(text: string): Sentences {
  const paragraphs: string[] = []
  const cells: string[] = []
  let isOpen = false
  const plain = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/<!--[\s\S]*?-->/g, '')
  for (const line of plain.split('\n').map((each) => each.trim())) {
    const [, item] = /^(?:[-*+]|\d+\.)\s+(.*)/.exec(line) ?? []
    const isTable = line.startsWith('|')
    const isText = line !== '' && !isTable && !/^[#<!]/.test(line)
    if (isTable && !/^\|[-| :]+\|$/.test(line)) cells.push(...line.split(/(?<!\\)\|/))
    if (item !== undefined || (isText && !isOpen)) paragraphs.push(item ?? line)
    else if (isText) paragraphs.push(`${paragraphs.pop()} ${line}`)
    isOpen = isText
  }
  return { prose: paragraphs.flatMap(splitSentences), cells: cells.flatMap(splitSentences) }
}

/** Splits a paragraph; a link counts as its text, code as one word. */
const splitSentences = (paragraph: string): string[] =>
  paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/(?<=[.!?]["*)]*)\s+(?=["*(]*(?:[A-Z\d]|code))/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\w/.test(sentence))

const wordsOf = (sentence: string): number => sentence.split(/\s+/).length

const meanOf = (sentences: readonly string[]): number =>
  sentences.reduce((sum, sentence) => sum + wordsOf(sentence), 0) / Math.max(1, sentences.length)

const read = (page: string): Sentences => sentencesOf(readFileSync(join(root, page), 'utf8'))

test('a sentence ends where a paragraph, an item or a cell ends, and code blocks are none', () => {
  const page = [
    '# A title of words',
    'One sentence that goes on',
    'in a second line. Another, with `a word. Not two` and [a link](of/three.md).',
    '',
    '- an item',
    '- a second item',
    '  with a second line',
    '```sh',
    'not a sentence. At all.',
    '```',
    '| A head | Of two |',
    '|---|---|',
    '| A cell. Of two sentences | |',
  ].join('\n')
  expect(sentencesOf(page)).toEqual({
    prose: [
      'One sentence that goes on in a second line.',
      'Another, with code and a link.',
      'an item',
      'a second item with a second line',
    ],
    cells: ['A head', 'Of two', 'A cell.', 'Of two sentences'],
  })
})

test.each(pages)('%s: no sentence has more than 45 words', (page) => {
  const { prose, cells } = read(page)
  expect([...prose, ...cells].filter((sentence) => wordsOf(sentence) > 45)).toEqual([])
})

/** Bounds of the mean number of words in a sentence, without tables. */
const bounds = { 'README.md': 18 } as Readonly<Record<string, number>>

test.each(pages)('%s: the mean sentence is short', (page) => {
  expect(meanOf(read(page).prose)).toBeLessThan(bounds[page] ?? 20)
})

test('the documents have a mean sentence below 20 words, with tables and without', () => {
  const all = documents.map(read)
  expect(documents.length).toBeGreaterThan(25)
  const prose = all.flatMap((page) => page.prose)
  expect(prose.length).toBeGreaterThan(500)
  expect(meanOf(prose)).toBeLessThan(20)
  expect(meanOf([...prose, ...all.flatMap((page) => page.cells)])).toBeLessThan(20)
})

/** First words of fragments without a subject, and of subjects without a name to look up. */
const poorBeginnings = new Set(
  'of by for as like than so but also else and or what who whoever whatever nobody somebody'.split(
    ' ',
  ),
)

test('comments are found in code, and lines of one comment are one', () => {
  const source = [
    '/** A type. */',
    ['const a = `$', '{b} // none`'].join(''),
    '  // One',
    '  // comment.',
    'f() // Two',
  ].join('\n')
  expect(commentsIn(source)).toEqual(['A type.', 'One comment.', 'Two'])
})

const folders = ['src', 'schemas', 'fixtures', 'page', 'scripts', 'tools', 'test']

test('fewer than 2 % of the comments begin as a fragment or with What or Who', () => {
  const comments = codeFiles(...folders).flatMap((file) =>
    commentsIn(readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
  )
  expect(comments.length).toBeGreaterThan(7_000)
  const poor = comments.filter(({ text }) =>
    poorBeginnings.has(/^\w+/.exec(text)?.[0].toLowerCase() ?? ''),
  )
  expect(poor.length / comments.length, JSON.stringify(poor, null, 1)).toBeLessThan(0.02)
})
