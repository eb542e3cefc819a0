import { openApiDocument } from '../../http/openapi/openapi.ts'
import { operations } from '../../operations.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'

/** Prints the OpenAPI 3.1 document of all four interfaces. */
export async function printOpenApi(): Promise<number> {
  await print(`${JSON.stringify(openApiDocument(operations), null, 2)}\n`)
  return exitCodes.stopped
}
