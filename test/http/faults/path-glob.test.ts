import fc from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { GlobError, pathGlob } from '../../../src/http/faults/path-glob.ts'

test.each<[string, string[], string[]]>([
  [
    '/v1/chains/*/blocks',
    ['/v1/chains/43114/blocks'],
    ['/v1/chains//blocks', '/v1/chains/1/2/blocks'],
  ],
  [
    '/v1/chains/*',
    ['/v1/chains/1', '/v1/chains/1/'],
    ['/v1/chains', '/v1/chains/', '/v1/chains/1/2'],
  ],
  ['/v1/**', ['/v1', '/v1/', '/v1/a', '/v1/a/b'], ['/v12', '/v2/a', '']],
  ['/v1/**/blocks', ['/v1/blocks', '/v1/a/blocks', '/v1/a/b/blocks'], ['/v1blocks', '/v1/ablocks']],
  ['/**/blocks', ['/blocks', '/v1/blocks'], ['/v1/blocks/1']],
  ['**', ['/', '/a/b', ''], []],
  ['/**', ['/', '/a/b'], ['']],
  ['/a**b', ['/ab', '/axb'], ['/a/b']],
  ['/a?c', ['/abc'], ['/ac', '/a/c', '/abbc']],
  ['/{a,b*,c/{d,e}}', ['/a', '/b', '/bx', '/c/d', '/c/e'], ['/c', '/', '/ad']],
  ['/a{,/b}', ['/a', '/a/b'], ['/a/']],
  ['/[a-c]/[!x]', ['/a/y', '/c/1'], ['/d/y', '/a/x', '/a//']],
  ['/4311[34]', ['/43113', '/43114'], ['/43115']],
  ['!/v1/**', ['/v2'], ['/v1', '/v1/a']],
  ['/a.b+c$', ['/a.b+c$'], ['/axb+c$', '/a.bbc$']],
  ['/\\*\\{a', ['/*{a'], ['/x{a']],
])('%s fits what it says', (pattern, fitting, others) => {
  const fits = pathGlob(pattern)
  for (const path of fitting) expect([path, fits(path)]).toEqual([path, true])
  for (const path of others) expect([path, fits(path)]).toEqual([path, false])
})

test('patterns fit what another implementation says', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    'ab',
    '.',
    '*',
    'a*',
    '*b',
    '?',
    '*a*',
    '{a,b}',
    '{a,b*}',
    '[ab]',
  )
  const segment = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
  const pattern = fc
    .array(fc.oneof(segment, fc.constant('**')), { minLength: 1, maxLength: 4 })
    // The other one takes `**` otherwise beside another one, and at the end behind another wildcard.
    .filter((segments) =>
      segments.every((one, at) =>
        one !== '**' ? !one.includes('**') : !/[*\]}]$/.test(segments[at - 1] ?? ''),
      ),
    )
    // At the beginning it takes `/**/a` for at least one segment.
    .map((segments) => `/v1/${segments.join('/')}`)
  const name = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
  const path = fc
    .array(name, { minLength: 0, maxLength: 4 })
    .map((names) => ['/v1', ...names.map((letters) => letters.join(''))].join('/'))
  let fitting = 0
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 8, maxLength: 8 }), (glob, paths) => {
      const ours = paths.map(pathGlob(glob))
      fitting += ours.filter(Boolean).length
      expect(ours).toEqual(paths.map((one) => picomatch(glob, { dot: true })(one)))
    }),
    { numRuns: 2000, seed: 1 },
  )
  expect(fitting).toBeGreaterThan(1000)
})

test.each(['/(a)', '/a|b', '/@(a)', '/{a', '/{a}', '/{1..3}', '/[a', '/a\\', '/{a,b}'.repeat(33)])(
  '%s is refused',
  (pattern) => {
    expect(() => pathGlob(pattern)).toThrow(GlobError)
  },
)

test.each([
  ['/a(b|c)', 'a glob without ( ) and |, but it has ( at character 3; write {a,b} for'],
  ['!/@(a)', 'a glob without ( ) and |, but it has @( at character 3'],
  ['/a{b', 'but the { at character 3 is open; write \\{ for a literal brace'],
  ['/a{b}', 'but the { at character 3 has none; write \\{ for a literal brace'],
  ['/v1/[]', 'a glob without empty sets, but it has [] at character 5; write \\[\\] for'],
  ['/v1/[a', 'a glob that closes each bracket, but the [ at character 5 is open'],
])('%s is refused by what is wrong with it', (pattern, message) => {
  expect(() => pathGlob(pattern)).toThrow(message)
})

test('the time grows with both lengths and no faster', () => {
  // One way after the other, these would take longer than the universe is old.
  for (const pattern of ['/**/*a*a*a*b', `/${'*a'.repeat(120)}b`, `/${'{a*,*a}'.repeat(32)}b`])
    expect(pathGlob(pattern)(`/${'a'.repeat(4000)}`)).toBe(false)
})
