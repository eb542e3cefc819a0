import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Compiles into an empty folder, so that no file of an older state is tried or packed. */
export default async function setup(): Promise<void> {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root })
}
