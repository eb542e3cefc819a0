import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeFiles, root } from '../support/source-files.ts'

/** Classes of errors with another name, and why. */
const exceptions: Readonly<Record<string, string>> = {
  Refusal: 'the reason inside a RefusedActionError, which is what callers get',
  Revert: "the EVM's word; no code outside of an execution sees it",
}

/** Returns the names of the classes that extend an error. */
const errorClassesIn = (text: string): string[] =>
  [...text.matchAll(/\bclass (\w+)(?:<[^>]*>)? extends \w*Error\b/g)].map(
    ([, name]) => name as string,
  )

test('classes that extend an error are found, and no others', () => {
  const source =
    'export class OneError extends Error {}\nclass Two extends RangeError {}\nclass Three extends Map {}'
  expect(errorClassesIn(source)).toEqual(['OneError', 'Two'])
})

test('the name of every class of errors ends in Error, or says here why not', () => {
  const found = codeFiles('src', 'schemas', 'page', 'scripts', 'tools').flatMap((file) =>
    errorClassesIn(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })),
  )
  expect(found.length).toBeGreaterThan(30)
  const others = found.filter(({ name }) => !name.endsWith('Error') && !exceptions[name])
  expect(others).toEqual([])
})
