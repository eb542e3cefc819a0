import { statSync } from 'node:fs'
import type { BaseReader } from '../../store/base-reader.ts'
import { yieldToEventLoop } from '../../util/yield-to-event-loop.ts'

/** Delay in milliseconds, long enough not to slow the first responses. */
const delayMs = 1000

/** Maximum size in bytes. Tables of larger bases are verified only on first read. */
const maxBytes = 64 * 1024 * 1024

/**
 * Verifies a base some time after the start, table by table, so that damage is known before a read
 * hits it. The base reports damage itself.
 * @returns function that ends it
 */
export function verifyLater(base: BaseReader): () => void {
  let isStopped = false
  const verify = async () => {
    if (statSync(base.file).size > maxBytes) return
    while (!isStopped && base.verifyNext()) await yieldToEventLoop()
  }
  const timer = setTimeout(() => void verify().catch(() => {}), delayMs)
  timer.unref()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
