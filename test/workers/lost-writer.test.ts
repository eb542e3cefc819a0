import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { defaultWorld } from '../../fixtures/default-world.ts'
import { configWith } from '../../src/config/config-reader.ts'
import type { Beginning } from '../../src/workers/messages.ts'
import { bundled } from '../support/built-sources.ts'
import { smallWorld } from '../support/small-world.ts'

/** Makes a process send a message as soon as it listens for messages. */
const reportsListening =
  "process.on('newListener', (name) => { if (name === 'message') process.send('listening') })"

test('a reader whose writer is gone before it has begun ends without a word', async () => {
  const { meta } = await smallWorld()
  const beginning: Beginning = {
    do: 'begin',
    config: await configWith({ size: 'small' }),
    settings: { definition: defaultWorld, seed: meta.seed, size: 'small' },
    writerSocket: '/nowhere/door',
  }
  const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
  const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(reportsListening)}`]
  const reader = fork(bundled('main'), ['--as-reader'], { stdio: [...stdio], execArgv })
  const ended = once(reader, 'exit')
  // It has loaded the program then, and meets the beginning and the end at once.
  await once(reader, 'message')
  reader.kill('SIGSTOP')
  reader.send(beginning, () => reader.disconnect())
  await once(reader, 'disconnect')
  reader.kill('SIGCONT')
  const words = reader.stderr ? await text(reader.stderr) : 'it has no stderr'
  expect([words, ...(await ended)]).toEqual(['', 0, null])
})
