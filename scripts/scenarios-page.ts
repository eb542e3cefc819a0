import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSnowglobe } from '../src/snowglobe.ts'

/** The scenarios of docs/scenarios.md, each with its heading, and what stands before them. */
export function scenariosIn(page: string): { readonly head: string; readonly scenarios: string[] } {
  const [head = '', ...scenarios] = page.split(/(?=^## )/m)
  return { head, scenarios }
}

/** docs/scenarios.md with what its commands print. */
export async function withPrinted(page: string): Promise<string> {
  const { head, scenarios } = scenariosIn(page)
  const played: string[] = []
  for (const scenario of scenarios) played.push(await playScenario(scenario, definitionIn(head)))
  return head + played.join('')
}

/** The definition that a part of the page prints, a file's text. */
export const definitionIn = (text: string): string | undefined =>
  /^```json\n(\{.*?)^```$/ms.exec(text)?.[1]

/** Commands, and what they print. */
const step = /^```sh\n(curl .*?)\n```\n\n```text\n.*?\n```$/gms

/** Between what one command prints and the next. */
const end = '\x1e'

/**
 * A scenario with what its commands print, in a world of its own that has to add up afterwards.
 * @param definition of that world, where the scenario prints none
 */
export async function playScenario(scenario: string, definition: string | undefined) {
  const steps = [...scenario.matchAll(step)].map(([, commands = '']) => commands)
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-scenario-'))
  const file = join(folder, 'world.json')
  writeFileSync(file, definitionIn(scenario) ?? definition ?? '{}')
  const server = await createSnowglobe({ size: 'empty', logLevel: 'silent', definition: file })
  try {
    const script = steps.flatMap((commands) => [commands, `printf '${end}'`]).join('\n')
    const here = script.replaceAll('http://127.0.0.1:9650', server.url)
    const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', here])
    const { violations } = await server.check()
    if (violations > 0) throw new Error(`the world does not add up after ${scenario.slice(0, 80)}`)
    const printed = stdout.split(end).values()
    return scenario.replaceAll(step, (_, commands: string) => {
      const text = (printed.next().value ?? '').trimEnd()
      return `\`\`\`sh\n${commands}\n\`\`\`\n\n\`\`\`text\n${text}\n\`\`\``
    })
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
}
