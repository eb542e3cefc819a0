/**
 * Says that a value does not fit.
 * @param source where the value is from, such as its file
 * @param pointer JSON pointer; `/` is the whole value
 */
export const invalidText = (
  source: string,
  { pointer, reason }: { readonly pointer: string; readonly reason: string },
): string => `${source}: ${pointer === '/' ? 'the whole value' : pointer} is not valid: ${reason}`
