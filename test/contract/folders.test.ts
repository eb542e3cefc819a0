import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

const maxFiles = 20

/** Folders that hold more files, and why they are not divided. */
const larger: Readonly<Record<string, string>> = {
  'src/formats': 'its file names are public: a user imports snowglobe/formats/NAME',
  'src/check/primary': 'one rule or one reader of rows a file, as the page of the self-check lists',
  'schemas/control':
    'its file names are public too, and named after the groups of the control plane',
  'schemas/data': 'its file names are public too, and named after the topics of the contract',
}

const countsOf = (...folders: string[]) =>
  sourceFiles(...folders).reduce(
    (counts, file) => counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1),
    new Map<string, number>(),
  )

test(`no folder of sources holds more than ${maxFiles} files by itself`, () => {
  const tooLarge = [...countsOf('src', 'schemas', 'scripts')]
    .filter(([, count]) => count > maxFiles)
    .map(([folder]) => folder)
  expect(tooLarge.sort()).toEqual(Object.keys(larger).sort())
})

test('the top of the sources holds entry points only', () => {
  const top = sourceFiles('src').filter((file) => dirname(file) === 'src')
  expect(top.sort()).toEqual([
    'src/app.ts',
    'src/main.ts',
    'src/open-snowglobe.ts',
    'src/operations.ts',
    'src/snowglobe.ts',
    'src/types.ts',
  ])
})
