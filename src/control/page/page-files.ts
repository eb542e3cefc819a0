import { packageTextIfThere } from '../../util/package-files.ts'

/** Media types of the built page, by the ending of a file. */
const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Names of built files: no name leads out of their folder. */
const fileName = /^\w[\w.-]*\.(html|css|js)$/

/** File of the page. */
interface PageFile {
  readonly mediaType: string
  readonly text: string
  /** True for a file whose name holds the hash of its content. */
  readonly isImmutable: boolean
}

const known = new Map<string, PageFile>()

/**
 * Returns a file of the page, read on its first request; undefined if there is none of this name.
 * They lie in `dist/page`, or beside the sources that the tests compile.
 */
export function pageFile(name: string): PageFile | undefined {
  const [, ending = ''] = fileName.exec(name) ?? []
  const mediaType = mediaTypes[ending]
  if (mediaType === undefined) return undefined
  const found = known.get(name)
  if (found) return found
  const text = packageTextIfThere(`page/${name}`) ?? packageTextIfThere(`dist/page/${name}`)
  if (text === undefined) return undefined
  const file = { mediaType, text, isImmutable: ending !== 'html' }
  known.set(name, file)
  return file
}
