import { run } from './cli/run.ts'
import { readerArgument } from './workers/messages.ts'
import { ownEngine } from './world/engine.ts'

ownEngine()
// A reader of the output may leave, as `| head` does, or its disk may be full: a server goes on.
// Commands that print detect it themselves.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
const [, , word] = process.argv
if (word === readerArgument && process.send)
  void import('./workers/reader.ts').then(({ runReader }) => runReader())
else
  void run(process.argv.slice(2), process.env).then((exitCode) => {
    process.exitCode = exitCode
  })
