/** Builds a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`]
    .concat(rows.map((cells) => `| ${cells.join(' | ')} |`))
    .join('\n')

/** Returns the page with new text between `<!-- name … -->` and `<!-- end of name -->`. */
export function between(page: string, name: string, text: string): string {
  const [start, end] = [page.indexOf(`<!-- ${name}`), page.indexOf(`<!-- end of ${name} -->`)]
  if (start < 0 || end < start) throw new Error(`the page has no place for ${name}`)
  const head = page.slice(0, page.indexOf('-->', start) + 3)
  return `${head}\n\n${text}\n\n${page.slice(end)}`
}
