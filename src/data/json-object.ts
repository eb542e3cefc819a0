import { KindGuard, type Static, type TObject } from '@sinclair/typebox'

/**
 * Builds SQL that writes the JSON of a row, in the order of the columns given. The columns must not
 * have characters that JSON escapes: numbers, decimals, hex.
 * @param columns columns by the members of the object that show them
 */
export function jsonObject<Shape extends TObject>(
  { properties }: Shape,
  columns: Record<keyof Static<Shape> & string, string>,
): string {
  const members = Object.keys(columns).map((name) => {
    const isText = KindGuard.IsString(properties[name])
    return `"${name}":${isText ? '"%s"' : '%s'}`
  })
  return `format('{${members.join()}}', ${Object.values(columns).join(', ')})`
}
