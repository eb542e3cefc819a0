#!/usr/bin/env node
import { run } from './cli/run.ts'
import { readerArgument } from './workers/messages.ts'
import { ownEngine } from './world/engine.ts'

ownEngine()
// Whoever reads along may stop to, as `| head` does, or have no room: no reason to end a server.
// Commands that print notice it themselves.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
const [, , word] = process.argv
if (word === readerArgument && process.send) (await import('./workers/reader.ts')).readBeside()
else process.exitCode = await run(process.argv.slice(2), process.env)
