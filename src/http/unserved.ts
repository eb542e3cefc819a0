import { operations } from '../../schemas/operations.ts'
import { publishedOperations } from '../../schemas/published-operations.ts'

/** The same for equal paths, whatever their parameters are called. */
const shapeOf = (template: string): string => template.replaceAll(/\{\w+\}/g, '{}')

const served = new Set(operations.map(({ method, path }) => shapeOf(`${method} ${path}`)))

const unserved = new RegExp(
  `^(?:${publishedOperations
    .map(shapeOf)
    .filter((shape) => !served.has(shape))
    .map((shape) => shape.replaceAll('{}', '[^/]+'))
    .join('|')})$`,
)

/** Whether the deployed services have an operation here that Snowglobe has not. */
export const isUnserved = (method: string, path: string): boolean =>
  unserved.test(`${method} ${path}`)
