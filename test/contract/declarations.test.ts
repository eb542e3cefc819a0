import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root, sourceFiles } from '../support/source-files.ts'

const files = sourceFiles('schemas', 'fixtures', 'scripts', 'src', 'tools')

/** Value that one place declares, and the text that a second declaration of it would hold. */
const declared = {
  network: { source: 'src/networks/network.ts', values: ['mainnet', 'fuji'] },
  chain: { source: 'src/networks/primary-chain.ts', values: ['P', 'X', 'C'] },
  'name of a chain': {
    source: 'src/networks/primary-chain.ts',
    values: ['p-chain', 'x-chain', 'c-chain'],
  },
}

/** Texts that stand beside each other: members of a union, items of a list, arguments of a call. */
function textsIn(node: ts.Node): string[] {
  const members = ts.isUnionTypeNode(node)
    ? node.types.map((type) => (ts.isLiteralTypeNode(type) ? type.literal : type))
    : ts.isArrayLiteralExpression(node)
      ? node.elements
      : ts.isCallExpression(node)
        ? node.arguments
        : []
  return members.flatMap((member) => (ts.isStringLiteral(member) ? member.text : []))
}

const isDay = (node: ts.Node): boolean =>
  (ts.isNumericLiteral(node) && Number(node.text) === 86_400) ||
  (ts.isBigIntLiteral(node) && node.text === '86400n')

/** Names of what a source text declares a second time. */
function repeatedIn(file: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: ts.Node) => {
    if (isDay(node)) found.push('day')
    const texts = textsIn(node)
    // Lists of a table's CHECK are texts within a text.
    const text = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) ? node.text : ''
    for (const [name, { source, values }] of Object.entries(declared))
      if (
        source !== file &&
        (values.every((value) => texts.includes(value)) ||
          values.every((value) => text.includes(`'${value}'`)))
      )
        found.push(name)
    node.forEachChild(walk)
  }
  walk(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  return found
}

test('networks, chains and days are declared once', () => {
  const repeated = files.flatMap((file) =>
    repeatedIn(file, readFileSync(join(root, file), 'utf8')).map((name) => `${name} in ${file}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(repeated).toEqual([])
})

test.each([
  ['network', "type Where = 'mainnet' | 'fuji'"],
  ['network', "const names = ['fuji', 'mainnet', 'testnet']"],
  ['network', "parse(oneOf('mainnet', 'fuji'))"],
  ['network', "const sql = `CHECK (network IN ('mainnet', 'fuji'))`"],
  ['chain', "function of(chain: 'P' | 'X' | 'C') {}"],
  ['chain', "const order = ['X', 'P', 'C'] as const"],
  ['name of a chain', "oneOf(['p-chain', 'x-chain', 'c-chain'])"],
  ['day', 'const day = 86_400'],
  ['day', 'const year = 365n * 86_400n'],
])('a second declaration of a %s is found: %s', (name, source) => {
  expect(repeatedIn('src/elsewhere.ts', source)).toEqual([name])
})

test('a home declares, and using one value is no declaration', () => {
  expect(repeatedIn('src/networks/network.ts', "['mainnet', 'fuji']")).toEqual([])
  expect(repeatedIn('src/elsewhere.ts', "network === 'fuji' || chain === 'P'")).toEqual([])
})
