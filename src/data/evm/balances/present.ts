type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], null> }

/** Returns the members that have a value: a NULL of a table is absent from a response. G-06 */
export function present<Fields extends Record<string, unknown>>(fields: Fields): Present<Fields> {
  const found: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== null) found[name] = fields[name]
  return found as Present<Fields>
}
