import { publishedOperations } from '../../../schemas/published-operations.ts'

const published = new RegExp(
  `^(?:${publishedOperations.map((line) => line.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})$`,
)

/** Tells whether the deployed services have an operation at a path without a route in Snowglobe. */
export const isUnserved = (method: string, path: string): boolean =>
  published.test(`${method} ${path}`)
