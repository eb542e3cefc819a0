import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'node:util'
import { expect, test } from 'vitest'
import { createSnowglobe, type Snowglobe } from '../../src/snowglobe.ts'
import { type Receiver, receive } from '../../src/testing/receiver.ts'
import { root } from '../support/source-files.ts'

const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8')
const [, preparation = ''] = /^Each begins with these lines.*?```js\n(.*?)\n```/ms.exec(page) ?? []
const recipes = [
  ...page.matchAll(
    /^#+ ([^\n]+)\n[^#]*?```js\n([^`]*(?:`[^`\n]*`[^`]*)*?)\n```\n\n```text\n(.*?)\n```/gms,
  ),
].map(([, title = '', code = '', output = '']) => ({ title, code, output }))

/** Runs JavaScript of the page, and returns what it prints. */
async function printedBy(code: string): Promise<string> {
  const lines: string[] = []
  const open: (Snowglobe | Receiver)[] = []
  /** Lets what a recipe starts be closed even when it fails. */
  const opening =
    <Options, Opened extends Snowglobe | Receiver>(start: (options: Options) => Promise<Opened>) =>
    async (options: Options) => {
      const opened = await start(options)
      open.push(opened)
      return opened
    }
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const run = new AsyncFunction(
    ...['createSnowglobe', 'receive', 'console'],
    code.replaceAll(/^import .*$/gm, ''),
  )
  try {
    await run(
      opening((options: object) => createSnowglobe({ ...options, logLevel: 'silent' })),
      opening(receive),
      { log: (...values: unknown[]) => lines.push(format(...values)) },
    )
  } finally {
    for (const each of open.reverse()) await each.close()
  }
  return lines.join('\n')
}

test('docs/webhooks.md has a recipe for a test and four more', () => {
  expect(recipes).toHaveLength(5)
})

test.each(recipes)(
  'the recipe $title prints what docs/webhooks.md says',
  async ({ code, output }) => {
    const whole = code.startsWith('import') ? code : `${preparation}\n${code}`
    expect(await printedBy(whole)).toBe(output)
  },
)
