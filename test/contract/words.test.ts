import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { commentsIn } from '../support/comments.ts'
import { codeFiles, root, sourceFiles } from '../support/source-files.ts'

/** Words of an older dialect of the code, and what stands in their place: docs/glossary.md. */
const standard: Readonly<Record<string, string>> = {
  anew: 'again',
  answer: 'response, body, result',
  answered: 'responded, served',
  answers: 'responses',
  appointed: 'permissioned',
  appointment: 'permissioned validator',
  asked: 'requested, wanted',
  asker: 'caller',
  awake: 'open',
  causes: 'event sources',
  door: 'block assembler, writer socket, transport',
  doors: 'transports',
  everyday: 'background',
  fewest: 'min',
  fold: 'replay',
  folds: 'replays',
  forms: 'encodings, ids',
  home: 'world directory',
  homes: 'world directories',
  keeps: 'stores, caches',
  kept: 'cached, persistent, memoized, stored',
  least: 'min',
  leave: 'close',
  life: 'simulation',
  lineage: 'generation',
  living: 'simulated, scheduled',
  longest: 'max',
  meet: 'match',
  meets: 'matches',
  met: 'matched',
  moment: 'state, version, position, time',
  moments: 'states, times',
  most: 'max',
  nobody: 'none',
  passage: 'clock advance',
  passages: 'clock advances',
  patience: 'timeout',
  patient: 'slow',
  placed: 'located',
  play: 'replay',
  played: 'replayed',
  plays: 'replays',
  reception: 'scope hooks',
  rester: 'evictable',
  resting: 'evicted',
  seam: 'shared memory',
  settled: 'ready, flushed, done',
  shelf: 'chunk store',
  shown: 'quoted, filtered, visible, current',
  somebody: 'an account',
  station: 'messenger endpoint',
  stranger: 'watch-only account',
  told: 'reported, sent',
  visit: 'request context',
  visits: 'request tracker',
  whoever: 'caller',
  woke: 'opened',
}

/** Whole names whose parts are words of today. */
const names: Readonly<Record<string, string>> = {
  NetworkRun: 'ActionContext',
  Origin: 'InitialState',
  OwnFile: 'WorldDatabase',
  OwnPlace: 'WorldStorage',
  OwnRow: 'WorldInfo',
  Passing: 'ClockAdvance',
  stopPassing: 'stopAdvance',
  bePatient: 'disableSocketTimeout',
  ownFile: 'worldFile',
  ownTables: 'infoTable',
}

/** Names that stay, and why. */
const exceptions: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: 'a variable of the XDG directories',
  allSettled: 'a method of Promise',
  answer: 'a method of the published webhook receiver',
  appointed: 'a value of the column `kind`',
  atLeast: 'a count that the control plane verifies',
  atMost: 'a count that the control plane verifies',
  everyday: 'a column',
  kept: 'a field of the world that the control plane describes',
  least: 'a field of the definition: shares of uptime',
  most: 'a field of the definition, and of the scenario short-pages',
  settled: 'the page helper of the tests that waits for the DOM',
}

/** Identifiers that may have an exception's name, by file. */
const places: Readonly<Record<string, readonly string[]>> = {
  answer: ['src/testing/receiver.ts'],
  appointed: ['src/check/primary/staking-replay.ts', 'src/simulator/primary/staking/stakers.ts'],
  atLeast: [
    'schemas/field-texts.ts',
    'schemas/control/requests.ts',
    'src/control/groups/requests.ts',
  ],
  atMost: [
    'schemas/field-texts.ts',
    'schemas/control/requests.ts',
    'src/control/groups/requests.ts',
  ],
  everyday: ['src/simulator/evm/contracts/contract-book.ts'],
  kept: ['schemas/control/world.ts', 'src/world/simulated-world.ts'],
  least: [
    'schemas/field-texts.ts',
    'schemas/definition/node.ts',
    'src/definition/primary-lists.ts',
    'src/simulator/node/peers.ts',
  ],
  most: [
    'schemas/field-texts.ts',
    'page/parts/scenarios.tsx',
    'schemas/control/scenarios.ts',
    'schemas/definition/node.ts',
    'src/definition/primary-lists.ts',
    'src/http/rest/page.ts',
    'src/simulator/node/peers.ts',
  ],
  settled: ['scripts/page-picture.ts'],
}

const code = codeFiles('src', 'schemas', 'page', 'scripts', 'tools')

const partsOf = (identifier: string) =>
  identifier
    .split(/(?<=[a-z0-9])(?=[A-Z])|[_$#]/)
    .map((part) => part.toLowerCase())
    .filter(Boolean)

function identifiersIn(file: string): Set<string> {
  const found = new Set<string>()
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text)
    ts.forEachChild(node, walk)
  }
  const text = readFileSync(join(root, file), 'utf8')
  walk(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  return found
}

/** Returns the words of an identifier that the glossary has another one for. */
function oldWordsOf(identifier: string): string[] {
  const parts = partsOf(identifier).filter((part) => Object.hasOwn(standard, part))
  return Object.hasOwn(names, identifier) ? [...parts, identifier] : parts
}

const isException = (file: string, identifier: string): boolean =>
  Object.hasOwn(exceptions, identifier) &&
  (!Object.hasOwn(places, identifier) || (places[identifier] as string[]).includes(file))

test.each([
  ['askedHandle', ['asked']],
  ['#whenShown', ['shown']],
  ['SNOWGLOBE_KEPT', ['kept']],
  ['ownFile', ['ownFile']],
  ['homedir', []],
  ['responseCache', []],
])('the old words of %s are %j', (identifier, words) => {
  expect(oldWordsOf(identifier)).toEqual(words)
})

test('no identifier has a word that the glossary has another one for', () => {
  expect(code.length).toBeGreaterThan(1_000)
  const found = code.flatMap((file) =>
    [...identifiersIn(file)]
      .filter((name) => !isException(file, name))
      .flatMap((name) =>
        oldWordsOf(name).map((word) => `${file}: ${name} (${standard[word] ?? names[word]})`),
      ),
  )
  expect(found).toEqual([])
})

test('every exception is used where it is allowed', () => {
  const used = new Map(code.map((file) => [file, identifiersIn(file)]))
  const all = new Set([...used.values()].flatMap((found) => [...found]))
  expect(Object.keys(exceptions).filter((name) => !all.has(name))).toEqual([])
  const unused = Object.entries(places).flatMap(([name, files]) =>
    files.filter((file) => !used.get(file)?.has(name)).map((file) => `${file}: ${name}`),
  )
  expect(unused).toEqual([])
})

/** Public names before the first release, and what they are now. */
const renamed: Readonly<Record<string, string>> = {
  '--fixtures': '--definition',
  '--keep': '--cache-mb',
  '--size default': '--size medium',
  SNOWGLOBE_FIXTURES: 'SNOWGLOBE_DEFINITION',
  SNOWGLOBE_KEEP: 'SNOWGLOBE_CACHE_MB',
  snowglobe_kept: 'snowglobe_response_cache',
}

/** Turns of phrase of the older dialect, and what stands in their place. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(way|passage) of (a|the) request\b/, 'request lifecycle'],
  [/\beveryday\b/, 'background traffic'],
  [/\bpassages?\b/, 'clock advance'],
  [/\bdoors?\b/, 'transport'],
  [/\bbesides? the contract\b/, 'extra operation'],
  [/\bplayed\b/, 'replayed'],
  [/\badds? up\b/, 'is consistent'],
  [/\b(comes?|came) to be\b/, 'is created'],
  [/\b(short|long) way\b/, 'fast path, full pipeline'],
  [/\bbe it\b/, 'whether'],
  [/\banew\b/, 'again'],
  [/\bwhoever\b/, 'the caller'],
  [/\bsomebody\b/, 'an account, a caller'],
  [/\b(shelf|shelves)\b/, 'chunk store'],
  [/\bstations?\b/, 'messenger endpoint'],
  [/\bstrangers?\b/, 'watch-only account'],
  [/\bvisits?\b/, 'request context'],
  [/\baskers?\b/, 'caller'],
  [/\blineage\b/, 'generation'],
  [/\bappoint(s|ed|ment)?\b(?!'\))/, 'permissioned'],
  [/\basked\b/, 'requested, called'],
  [/\bkept\b/, 'cached, stored'],
  [/\btold\b/, 'reported, sent'],
  [/\bshown\b/, 'visible, listed, printed'],
  [/\b(every|no)body\b/, 'an account, none'],
  [
    /\b(an?|the|its|their|every|no|this|empty|same|recorded|whole|parsed|interim|of|in|without|some|many|our) answers?\b(?! (the|to|all|every|each|in|as|at|with|what|requests|only|none)\b)/,
    'response',
  ],
]

/** Returns a text without what has words of its own: code, and words of the contract. */
const proseOf = (text: string): string =>
  text
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/`[^`]*`|"not shown"|\]\([^)]*\)/g, '')
    .toLowerCase()

const pages = ['.', 'docs', 'docs/decisions', 'examples', 'fixtures'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(md|yml)$|^Dockerfile$/.test(name) && name !== 'CHANGELOG.md')
    .map((name) => join(folder, name)),
)

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('documents and sources use public names as they are', () => {
  const found = [...pages, ...code].flatMap((file) =>
    Object.entries(renamed)
      .filter(([old]) => new RegExp(`${old}(?![\\w-])`).test(read(file)))
      .map(([old, now]) => `${file}: ${old} (${now})`),
  )
  expect(pages.length).toBeGreaterThan(25)
  expect(found).toEqual([])
})

/** Returns the titles of the tests of a source text, as far as they are one literal. */
function titlesIn(text: string): string[] {
  const titles: string[] = []
  const walk = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      /^(test|it|describe)\b/.test(node.expression.getText(source))
    ) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
    }
    ts.forEachChild(node, walk)
  }
  const source = ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest)
  walk(source)
  return titles
}

test('titles are found in tests, also below a table of cases', () => {
  const text = "test('one', () => {})\ntest.each([1])('two', () => {})\nit(`three`, () => {})"
  expect(titlesIn(text)).toEqual(['one', 'two', 'three'])
})

test('documents, comments and titles of tests use the terms of the glossary', () => {
  const texts = [
    ...pages.map((page) => [page, proseOf(read(page))] as const),
    ...code.flatMap((file) => commentsIn(read(file)).map((text) => [file, proseOf(text)] as const)),
    ...sourceFiles('test').flatMap((file) =>
      [...titlesIn(read(file)), ...commentsIn(read(file))].map(
        (text) => [file, proseOf(text)] as const,
      ),
    ),
  ]
  expect(texts.length).toBeGreaterThan(2_000)
  const found = texts.flatMap(([file, text]) =>
    phrases.flatMap(([phrase, now]) => {
      const [old] = phrase.exec(text) ?? []
      return old === undefined ? [] : [`${file}: ${old} (${now})`]
    }),
  )
  expect(found).toEqual([])
})

test('every place that the glossary names exists', () => {
  const places = [
    ...read('docs/glossary.md').matchAll(/`((?:src|schemas|docs|fixtures|test)[\w/.-]*)`/g),
  ].map(([, place]) => place as string)
  expect(places.length).toBeGreaterThan(40)
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([])
})
