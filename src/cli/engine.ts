import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 compile a function for speed when it has run six times as long as V8 would wait for. Else a
 * first month of a world's life spends a fifth of its processor time on compiling what is over before
 * that pays; kept answers cost up to a tenth more in the first seconds under load. Measured with Node 20
 * alone, and so set there alone. docs/decisions/0015
 */
export function compileLater(): void {
  if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=800000')
}
