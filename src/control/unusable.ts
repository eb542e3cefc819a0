import type { Unusable } from '../../schemas/control/worlds.ts'

/**
 * Builds the list member of unusable items by name; empty if all are usable. @param why reasons by
 * name
 */
export const listUnusable = (why: ReadonlyMap<string, string>): { unusable?: Unusable[] } =>
  why.size === 0 ? {} : { unusable: [...why].sort().map(([name, reason]) => ({ name, reason })) }
