#!/usr/bin/env node
import { run } from './cli/run.ts'
import { readerArgument } from './workers/messages.ts'
import { ownEngine } from './world/engine.ts'

ownEngine()
// A reader of the output may leave, as `| head` does, or its disk may be full: a server goes on.
// Commands that print detect it themselves.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
const [, , word] = process.argv
if (word === readerArgument && process.send) (await import('./workers/reader.ts')).readBeside()
else process.exitCode = await run(process.argv.slice(2), process.env)
