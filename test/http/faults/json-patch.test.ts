import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PatchOperation } from '../../../schemas/control/fault-response.ts'
import { applyPatch, mergePatch, PatchError } from '../../../src/http/faults/json-patch.ts'

/** Examples of RFC 6902, appendix A, and edges: document, operations, result. */
const fitting: [unknown, PatchOperation[], unknown][] = [
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
  [
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  [{ foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['abc'] }], { foo: ['bar', ['abc']] }],
  [{ baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [{ foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
  [{ baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo' }],
  [
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [{ '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  [
    { a: { b: 1 } },
    [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'replace', path: '/c/b', value: 2 },
    ],
    { a: { b: 1 }, c: { b: 2 } },
  ],
  [{ a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
  [{ a: 1 }, [{ op: 'add', path: '', value: null }], null],
  [{ '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
]

test.each(fitting)('%j with %j is %j', (document, operations, result) => {
  expect(applyPatch(structuredClone(document), operations)).toEqual(result)
})

const misfits: [unknown, PatchOperation[], RegExp][] = [
  [
    { baz: 'qux' },
    [{ op: 'test', path: '/baz', value: 'bar' }],
    /the response has "qux" at \/baz, not "bar"/,
  ],
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 1 }], /\/baz\/bat does not exist/],
  [
    { foo: [1] },
    [{ op: 'add', path: '/foo/2', value: 1 }],
    /\/foo\/2 is no place of a list of 1 items; use an index from 0 to 1/,
  ],
  [{ foo: [1] }, [{ op: 'remove', path: '/foo/-' }], /does not exist/],
  [{ foo: [1] }, [{ op: 'replace', path: '/foo/01', value: 1 }], /does not exist/],
  [{ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }], /into itself/],
  [{ a: 1 }, [{ op: 'remove', path: '' }], /whole response/],
  [{ a: 1 }, [{ op: 'remove', path: '/toString' }], /does not exist/],
  [1, [{ op: 'add', path: '/a', value: 1 }], /does not exist/],
]

test.each(misfits)('%j refuses %j', (document, operations, reason) => {
  expect(() => applyPatch(structuredClone(document), operations)).toThrow(reason)
})

test('copies that double a document end before they fill the memory', () => {
  const twice: PatchOperation = { op: 'copy', from: '', path: '/-' }
  expect(() =>
    applyPatch(
      [1],
      Array.from({ length: 100 }, () => twice),
    ),
  ).toThrow(PatchError)
})

test('a patch reaches no prototype', () => {
  const value = { polluted: true }
  applyPatch({}, [{ op: 'add', path: '/__proto__', value }])
  mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'))
  expect(() => applyPatch({}, [{ op: 'add', path: '/constructor/prototype/x', value }])).toThrow(
    /does not exist/,
  )
  expect('polluted' in {}).toBe(false)
})

/** Examples of RFC 7396, appendix A: document, patch, result. */
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j merged with %j is %j', (document, patch, result) => {
  expect(mergePatch(document, patch)).toEqual(result)
})

test('whatever replaces the document is the document', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (document, value) => {
      expect(applyPatch({ document }, [{ op: 'replace', path: '/document', value }])).toEqual({
        document: value,
      })
      expect(applyPatch(document, [{ op: 'replace', path: '', value }])).toEqual(value)
    }),
  )
})
