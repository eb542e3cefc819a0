/**
 * Something that is wanted cannot come to pass as things are: money, keys or the rules of the chain
 * stand against it.
 */
export class Impossible extends Error {}
