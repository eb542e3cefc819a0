import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSnowglobe } from '../src/snowglobe.ts'

/** Splits docs/scenarios.md into its scenarios, each with its heading, and the text before them. */
export function scenariosIn(page: string): { readonly head: string; readonly scenarios: string[] } {
  const [head = '', ...scenarios] = page.split(/(?=^## )/m)
  return { head, scenarios }
}

/** Returns docs/scenarios.md with the output of its commands. */
export async function withPrinted(page: string): Promise<string> {
  const { head, scenarios } = scenariosIn(page)
  const replayed: string[] = []
  for (const scenario of scenarios) replayed.push(await runScenario(scenario, definitionIn(head)))
  return head + replayed.join('')
}

/** Returns the definition that a part of the page prints, as the text of a file. */
export const definitionIn = (text: string): string | undefined =>
  /^```json\n(\{.*?)^```$/ms.exec(text)?.[1]

/** Pattern of commands and their output. */
const step = /^```sh\n(curl .*?)\n```\n\n```text\n.*?\n```$/gms

/** Separator between the outputs of two commands. */
const end = '\x1e'

/**
 * Returns a scenario with the output of its commands, in a world of its own that has to be
 * consistent afterwards.
 * @param definition definition of that world, if the scenario prints none
 */
export async function runScenario(scenario: string, definition: string | undefined) {
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
    if (violations > 0)
      throw new Error(`the world is not consistent after ${scenario.slice(0, 80)}`)
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
