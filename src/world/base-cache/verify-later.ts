import { statSync } from 'node:fs'
import type { BaseReader } from '../../store/base-reader.ts'
import { yieldToEventLoop } from '../storage/slices.ts'

/** Late enough not to delay the first answers. */
const patienceMs = 1000

/** Larger ones are verified table by table when they are read first, and not before. */
const maxBytes = 64 * 1024 * 1024

/**
 * Verifies a base some time after the start, table by table, so that damage is known before somebody
 * reads it. It tells of it by itself.
 * @returns what ends it
 */
export function verifyLater(base: BaseReader): () => void {
  let isStopped = false
  const verify = async () => {
    if (statSync(base.file).size > maxBytes) return
    while (!isStopped && base.verifyNext()) await yieldToEventLoop()
  }
  const timer = setTimeout(() => void verify().catch(() => {}), patienceMs)
  timer.unref()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
