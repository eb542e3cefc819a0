import { expect, test } from 'vitest'
import { readImporters, relatedTests } from '../../scripts/related-tests.ts'

const importers = readImporters()
const related = (...files: string[]) => relatedTests(files, importers)

test('the nearest test of a source is the one at the mirrored path', () => {
  expect(related('src/http/rest/page.ts')[0]).toBe('test/http/rest/page.test.ts')
  expect(related('src/data/evm/blocks/list-evm-blocks.ts')[0]).toBe(
    'test/data/evm/blocks/list-evm-blocks.test.ts',
  )
})

test('tests that import a source come before those that reach it through others', () => {
  const tests = relatedTests(
    ['src/a/one.ts'],
    new Map([
      ['src/a/one.ts', ['src/a/two.ts', 'test/time/times.test.ts']],
      ['src/a/two.ts', ['src/a/one.ts', 'test/store/statements.test.ts']],
    ]),
  )
  expect(tests).toEqual(['test/time/times.test.ts', 'test/store/statements.test.ts'])
})

test('a changed test is its own nearest test', () => {
  expect(related('test/store/statements.test.ts')[0]).toBe('test/store/statements.test.ts')
})

test('tests that need a browser or the compiled program are left out', () => {
  const tests = related('src/snowglobe.ts')
  expect(tests.length).toBeGreaterThan(100)
  expect(tests.filter((file) => /^test\/(page|smoke|clients)\//.test(file))).toEqual([])
})
