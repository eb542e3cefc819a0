import { generatorVersion } from '../../simulator/generator-version.ts'
import { format } from '../beginning.ts'

/** Version of what replicas share: that of the generator, and that of the records' shapes. */
export interface Version {
  readonly generator: number
  readonly format: number
}

export const ownVersion: Version = { generator: generatorVersion, format }

export const versionText = ({ generator, format }: Version): string => `${generator}.${format}`

/** Reads a text of {@link versionText}. */
export function versionOf(text: string): Version {
  const [generator, format] = text.split('.').map(Number)
  return { generator: generator ?? 0, format: format ?? 0 }
}

/** Returns below 0 for an earlier version than the other one, 0 for the same, above 0 for a later. */
export const compareVersions = (a: Version, b: Version): number =>
  a.generator - b.generator || a.format - b.format
