import { existsSync, readFileSync } from 'node:fs'

/** The version in package.json, which lies above `src` and, when compiled, above `dist/src`. */
export function packageVersion(): string {
  const candidates = ['../package.json', '../../package.json'].map(
    (path) => new URL(path, import.meta.url),
  )
  const file = candidates.find((candidate) => existsSync(candidate))
  if (!file) throw new Error('package.json is missing')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
