import { dataRoutes } from '../src/data/index.ts'
import { exampleValues } from '../src/http/openapi/example-values.ts'
import type { Route } from '../src/http/rest/route.ts'
import { metricsRoutes } from '../src/metrics/index.ts'
import { isOfContract } from './contract-page.ts'
import { between } from './page.ts'

/**
 * Returns docs/endpoints.md with a line to copy for each operation. A handwritten line stays; a new
 * one uses the example values of its path.
 */
export function withLines(page: string): string {
  const isNamed = ({ operation }: Route) => isOfContract(operation)
  const groups = {
    'Data API': dataRoutes.filter(isNamed),
    'Data API, extra operations': dataRoutes.filter((route) => !isNamed(route)),
    'Metrics API': metricsRoutes,
  }
  return Object.entries(groups).reduce(
    (written, [name, routes]) =>
      between(
        written,
        `lines of the ${name}`,
        routes.map((route) => lineOf(route, page)).join('\n'),
      ),
    page,
  )
}

const lineOf = (
  { operation: { operationId, path, section, params } }: Route,
  page: string,
): string => {
  const exampleOf = (name: string) =>
    exampleValues[name] ?? params.properties[name]?.anyOf?.[0]?.const ?? name
  const written = page
    .split('\n')
    .find((line) => new RegExp(`^- ([\\d.]+ )?${operationId}: `).test(line))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name))
  const number = /^4\.1\.\d+$/.test(section) ? `${section} ` : ''
  return written ?? `- ${number}${operationId}: \`curl http://127.0.0.1:9650${filled}\``
}
