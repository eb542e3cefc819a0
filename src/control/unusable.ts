import type { Unusable } from '../../schemas/control/worlds.ts'

/** What cannot be used, by name, for a list; nothing where all can be. @param why by name */
export const listUnusable = (why: ReadonlyMap<string, string>): { unusable?: Unusable[] } =>
  why.size === 0 ? {} : { unusable: [...why].sort().map(([name, reason]) => ({ name, reason })) }
