import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createSnowglobe } from '../src/snowglobe.ts'

/** Pattern of the commands of a recipe, and of their output. */
const step = /```sh\n(curl .*?)\n```\n\n```text\n.*?```/gs

/** Returns docs/faults.md with the output of its recipes, each from a reset server. */
export async function withRecipes(page: string): Promise<string> {
  const server = await createSnowglobe({ size: 'small', logLevel: 'silent' })
  try {
    const printed: string[] = []
    for (const [, commands = ''] of page.matchAll(step)) {
      await server.reset()
      const script = ['-e', '-c', commands]
      const env = { ...process.env, URL: server.url }
      const { stdout } = await promisify(execFile)('bash', script, { env })
      printed.push(`\`\`\`sh\n${commands}\n\`\`\`\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\``)
    }
    return page.replaceAll(step, () => printed.shift() ?? '')
  } finally {
    await server.close()
  }
}
