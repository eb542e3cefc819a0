import { keyedHeaders } from './server.ts'
import { libraryCode, literal } from './test-code.ts'

/** Address of the receiver in {@link receiverCode}. */
export const receiverUrl = 'http://127.0.0.1:4000/'

/** Program of a receiver that prints the messages that it gets. */
export const receiverCode = `// receiver.mjs; start it with: node receiver.mjs
import { createServer } from 'node:http'

createServer(async (request, response) => {
  for await (const part of request) process.stdout.write(part)
  process.stdout.write('\\n')
  response.end()
}).listen(4000, '127.0.0.1')`

/**
 * Returns lines of a test that makes a webhook and reads its first message.
 * @param webhook body of the request
 * @param key API key of the webhook's owner; empty without one
 */
export function webhookTestCode(
  webhook: Readonly<Record<string, unknown>>,
  { world, key }: { readonly world: string; readonly key: string },
): string {
  const { url: _, ...rest } = webhook
  return [
    "import { receive } from 'snowglobe/testing'",
    libraryCode('deliveries.settle()', world)
      .split('\n')
      .toSpliced(
        -1,
        0,
        'const receiver = await receive()',
        `const webhook = ${literal(rest)}`,
        `await fetch('${location.origin}/v1/webhooks', {`,
        "  method: 'POST',",
        `  headers: ${literal(keyedHeaders(key), 1)},`,
        '  body: JSON.stringify({ ...webhook, url: receiver.url }),',
        '})',
        '// Here the test does what the messages are about.',
      )
      .join('\n'),
    'const { json } = await receiver.next()',
    'await receiver.close()',
  ].join('\n')
}
