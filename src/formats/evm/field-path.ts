/**
 * Returns the path of a FormatError for member `name` of the value at `path`; the whole value is
 * ''.
 */
export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
