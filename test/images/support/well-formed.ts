/**
 * Returns the mistake of a text as XML, by rules that are enough for drawings: elements that close in
 * their order, attributes in double quotes and each but once, no loose < or &; undefined when
 * nothing is. It shares nothing with what draws.
 */
export function xmlProblem(text: string): string | undefined {
  const open: string[] = []
  const roots: string[] = []
  let rest = text
  while (rest !== '') {
    const [tag] = /^<[^<>]*>/.exec(rest) ?? []
    const [plain = ''] = /^[^<>]+/.exec(rest) ?? []
    const found = tag ?? plain
    if (found === '') return `a loose < at ${rest.slice(0, 20)}`
    if (looseAmpersand.test(found)) return `a loose & in ${found}`
    if (tag === undefined && open.length === 0) return `text outside of all elements: ${found}`
    if (tag !== undefined) {
      const parsed = element.exec(tag)
      if (!parsed) return `no element: ${tag}`
      const [, end, name = '', attributes = '', isEmpty] = parsed
      const names = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute)
      if (new Set(names).size < names.length) return `an attribute twice: ${tag}`
      if (open.length === 0) roots.push(name)
      if (end === '/' && open.pop() !== name) return `${tag} closes nothing`
      if (end === '' && isEmpty === '') open.push(name)
    }
    rest = rest.slice(found.length)
  }
  if (open.length > 0) return `${open.join()} are not closed`
  return roots.every((root) => root === 'svg') && roots.length > 0 ? undefined : 'no svg'
}

const looseAmpersand = /&(?!(?:#\d+|amp|lt|gt|quot);)/
const element = /^<(\/?)([A-Za-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>$/
