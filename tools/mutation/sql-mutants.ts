/** Statement with one mistake in it. */
export interface SqlMutant {
  readonly sql: string
  readonly mutated: string
  /** Kind of the mistake, and its change. */
  readonly kind: string
  readonly change: string
}

/** Columns by table, with their types. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Returns every mistake of the kinds below, once: predicates, bounds, orders, limits, columns. A
 * limit that is one larger is none, because the page is cut to its size.
 */
export function mutantsOf(sql: string, columns: Columns): SqlMutant[] {
  const mutants = [
    ...replacements(sql, 'order', /\b(ASC|DESC)\b/g, (word) => (word === 'ASC' ? 'DESC' : 'ASC')),
    ...replacements(sql, 'order', /ORDER BY [\w.]+(?=\s*(?:[,)]|LIMIT|$))/g, (by) => `${by} DESC`),
    ...replacements(sql, 'order', /ORDER BY [^()]*?(?=LIMIT|\)|$)/g, () => ''),
    ...replacements(sql, 'bound', /(?<![<>!=])(<=|>=|<|>)(?![<>=])/g, (sign) =>
      sign.length === 2 ? sign.slice(0, 1) : `${sign}=`,
    ),
    ...replacements(sql, 'bound', /BETWEEN (:\w+) AND/g, (text) =>
      text.replace(/(:\w+)/, '$1 + 1'),
    ),
    ...replacements(sql, 'bound', /(BETWEEN :\w+ AND )(:\w+)/g, (text) => `${text} - 1`),
    ...replacements(sql, 'limit', /LIMIT (:\w+|\d+)/g, (text) => `${text} - 1`),
    ...replacements(sql, 'distinct', /\bDISTINCT\b/g, () => ''),
    ...predicates(sql),
    ...otherColumns(sql, columns),
  ]
  const seen = new Set<string>([sql])
  return mutants.filter(({ mutated }) => !seen.has(mutated) && seen.add(mutated))
}

function replacements(
  sql: string,
  kind: string,
  pattern: RegExp,
  replace: (found: string) => string,
): SqlMutant[] {
  return [...sql.matchAll(pattern)].map((match) => {
    const [found] = match
    const replacement = replace(found)
    return mutant(sql, kind, match.index, found, replacement)
  })
}

const mutant = (sql: string, kind: string, at: number, found: string, replacement: string) => ({
  sql,
  mutated: sql.slice(0, at) + replacement + sql.slice(at + found.length),
  kind,
  change: `${squeezed(found)} → ${squeezed(replacement) || 'nothing'}`,
})

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Removes each condition of a WHERE, ON or HAVING. */
function predicates(sql: string): SqlMutant[] {
  return [...sql.matchAll(/\b(?:WHERE|ON|HAVING)\b/g)].flatMap((match) => {
    const start = match.index + match[0].length
    const text = sql.slice(start, endOfCondition(sql, start))
    let at = start
    return conjuncts(text).map((part) => {
      const made = mutant(sql, 'predicate', at, part.text, ' TRUE ')
      at += part.length
      return made
    })
  })
}

/** Returns the start of the next clause, or the end of the surrounding parenthesis. */
function endOfCondition(sql: string, start: number): number {
  let depth = 0
  for (let at = start; at < sql.length; at += 1) {
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (depth < 0) return at
    const isClause = /^(?:WHERE|GROUP|ORDER|LIMIT|HAVING|CROSS|JOIN|LEFT)\b/.test(
      sql.slice(at, at + 6),
    )
    if (depth === 0 && isClause && /\s/.test(sql[at - 1] ?? '')) return at
  }
  return sql.length
}

/** Returns the parts between the outer ANDs; that of BETWEEN belongs to its condition. */
function conjuncts(condition: string): { text: string; length: number }[] {
  const parts: { text: string; length: number }[] = []
  let depth = 0
  let start = 0
  let inBetween = false
  for (let at = 0; at <= condition.length; at += 1) {
    const rest = condition.slice(at)
    if (rest[0] === '(') depth += 1
    if (rest[0] === ')') depth -= 1
    if (depth === 0 && /^\sBETWEEN\s/.test(rest)) inBetween = true
    if (depth !== 0 || !(at === condition.length || /^\sAND\s/.test(rest))) continue
    if (at < condition.length && inBetween) {
      inBetween = false
      continue
    }
    parts.push({ text: condition.slice(start, at), length: at - start + 4 })
    start = at + 4
  }
  return parts
}

/** Exchanges each column of a list of columns for the next one of its table and type. */
function otherColumns(sql: string, columns: Columns): SqlMutant[] {
  const tables = new Map<string, string>()
  for (const [, table = '', , alias] of sql.matchAll(/(?:FROM|JOIN)\s+(\w+)(\s+(?:AS\s+)?(\w+))?/g))
    if (columns.has(table)) {
      tables.set(table, table)
      if (alias && !/^(?:ON|WHERE|USING|CROSS|LEFT|JOIN|ORDER|GROUP)$/.test(alias))
        tables.set(alias, table)
    }
  const end = sql.lastIndexOf('FROM')
  return [...sql.slice(0, end).matchAll(/(?<![:\w'])(?:(\w+)\.)?([a-z_]\w*)(?!\w*\s*\()/g)].flatMap(
    (match) => {
      const [found, prefix, column = ''] = match
      const owner = prefix
        ? tables.get(prefix)
        : [...tables.values()].find((table) => columns.get(table)?.has(column))
      const type = owner && columns.get(owner)?.get(column)
      if (!owner || !type) return []
      const alike = [...(columns.get(owner) ?? [])].filter(([, other]) => other === type)
      const place = alike.findIndex(([name]) => name === column)
      const [other] = alike[(place + 1) % alike.length] ?? []
      if (!other || other === column) return []
      const isNamed = /^\s+AS\b/.test(sql.slice(match.index + found.length))
      const isSelected = /^\s*(?:,|FROM|$|\s+AS\b|\)|ORDER)/.test(
        sql.slice(match.index + found.length),
      )
      if (!isSelected) return []
      const replacement = `${prefix ? `${prefix}.` : ''}${other}${isNamed ? '' : ` AS ${column}`}`
      return [mutant(sql, 'column', match.index, found, replacement)]
    },
  )
}
