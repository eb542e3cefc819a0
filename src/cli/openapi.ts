import { openApiDocument } from '../http/openapi/openapi.ts'
import { exitCodes } from './exit-codes.ts'

/** Prints the OpenAPI 3.1 document of all four interfaces. */
export function printOpenApi(): number {
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
  return exitCodes.stopped
}
