import { expect, test } from 'vitest'
import { JsonPathError, jsonPath } from '../../../src/http/faults/json-path.ts'
import { textGlob } from '../../../src/http/faults/path-glob.ts'

const document = { a: [{ b: 1 }, { b: 2, 'c d': [3] }], e: { f: null } }

test.each<[string, unknown[]]>([
  ['$', [document]],
  ['$.a[0].b', [1]],
  ['$.a[-1].b', [2]],
  ['$.a[*].b', [1, 2]],
  ["$['a'][1]['c d'][0]", [3]],
  ['$.e.f', [null]],
  ['$.*.f', [null]],
  ['$.a.length', []],
  ['$.toString', []],
  ['$.a[2]', []],
  ['$.e.f.g', []],
])('%s finds %j', (path, values) => {
  expect(jsonPath(path)(document)).toEqual(values)
})

test.each(['', 'a', '$a', '$..a', '$.a[?(@.b)]', '$.a[', "$['a]", '$.a[01]', '$.', '$.a[0:1]'])(
  '%s is refused',
  (path) => {
    expect(() => jsonPath(path)).toThrow(JsonPathError)
  },
)

test.each<[string, string[], string[]]>([
  ['*', ['', 'a/b\nc'], []],
  ['Mozilla/*Chrome/*', ['Mozilla/5.0 (X11; a/b) Chrome/120'], ['Mozilla/5.0 Firefox']],
  ['a?c', ['abc', 'a/c'], ['ac']],
  ['{0x*,P-*}', ['0xab', 'P-avax1'], ['X-avax1']],
  ['[!a]*', ['b', '/x'], ['ab', '']],
  ['!a*', ['b'], ['ab']],
  ['a**b', ['ab', 'a/x/b'], ['a']],
])('%s fits texts', (pattern, fitting, others) => {
  const fits = textGlob(pattern)
  for (const text of fitting) expect([text, fits(text)]).toEqual([text, true])
  for (const text of others) expect([text, fits(text)]).toEqual([text, false])
})
