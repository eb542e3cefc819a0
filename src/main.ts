#!/usr/bin/env node
import { run } from './cli/run.ts'

// Whoever reads along may stop to, as `| head` does: that is no failure.
process.stdout.on('error', () => {})
process.exitCode = await run(process.argv.slice(2), process.env)
