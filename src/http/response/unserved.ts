import { publishedOperations } from '../../../schemas/published-operations.ts'

const published = new RegExp(
  `^(?:${publishedOperations.map((line) => line.replaceAll(/\{\w+\}/g, '[^/]+')).join('|')})$`,
)

/** Whether the deployed services have an operation at a path for which Snowglobe has no route. */
export const isUnserved = (method: string, path: string): boolean =>
  published.test(`${method} ${path}`)
