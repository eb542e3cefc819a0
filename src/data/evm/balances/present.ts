type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], null> }

/** The members that have a value: what a table has as NULL is absent in an answer. G-06 */
export const present = <Fields extends Record<string, unknown>>(fields: Fields): Present<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  ) as Present<Fields>
