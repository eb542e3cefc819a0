import { packageText } from '../../util/package-files.ts'

/** Media types of the page's files in `files`, by name. */
const mediaTypes = new Map([
  ['index.html', 'text/html; charset=utf-8'],
  ['style.css', 'text/css; charset=utf-8'],
  ...['main', 'server', 'dom', 'time', 'networks', 'cast', 'operations']
    .concat(['requests', 'faults', 'scenarios', 'snapshots'])
    .map((module) => [`${module}.js`, 'text/javascript; charset=utf-8'] as const),
])

const known = new Map<string, string>()

/**
 * Returns a file of the page, read on its first request; undefined if there is none of this name.
 */
export function pageFile(
  name: string,
): { readonly mediaType: string; readonly text: string } | undefined {
  const mediaType = mediaTypes.get(name)
  if (mediaType === undefined) return undefined
  const text = known.get(name) ?? packageText(`src/control/page/files/${name}`)
  known.set(name, text)
  return { mediaType, text }
}
