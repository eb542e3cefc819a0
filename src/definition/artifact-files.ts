import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readJsonFile } from '../config/json-file.ts'
import { DefinitionError } from './definition-error.ts'

/** Maximum size of an artifact file. */
const maxBytes = 16 * 2 ** 20

interface WrittenStory {
  readonly story?: readonly unknown[]
}

/**
 * Returns what a definition file says with the ABI and the bytecode of each artifact that its story
 * names by a file. Paths are relative to the file of the definition.
 * @throws DefinitionError with the JSON pointer of a path that leads to no artifact
 */
export function withArtifacts(value: unknown, definitionFile: string): unknown {
  const { story } = Object(value) as WrittenStory
  if (!Array.isArray(story)) return value
  const actions = story.map((action, index) => {
    const { artifact } = Object(action) as { artifact?: unknown }
    if (typeof artifact !== 'string') return action
    const path = resolve(dirname(definitionFile), artifact)
    return { ...action, artifact: artifactIn(path, `/story/${index}/artifact`) }
  })
  return { ...(value as WrittenStory), story: actions }
}

function artifactIn(path: string, pointer: string): unknown {
  try {
    const { size } = statSync(path)
    if (size > maxBytes) throw new Error(`${path} has ${size} bytes, more than ${maxBytes}`)
    // The rest, such as source maps, would make every export of the world longer.
    const { abi, bytecode } = Object(readJsonFile(path)) as { abi?: unknown; bytecode?: unknown }
    return { abi, bytecode: codeOf(bytecode) }
  } catch (error) {
    throw new DefinitionError(pointer, error instanceof Error ? error.message : String(error))
  }
}

/** Foundry has the code in an object. */
const codeOf = (bytecode: unknown): unknown =>
  typeof bytecode === 'object' && bytecode !== null && 'object' in bytecode
    ? bytecode.object
    : bytecode
