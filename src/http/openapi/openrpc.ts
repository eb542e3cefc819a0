import type { TObject, TSchema } from '@sinclair/typebox'
import type { Argument, ChainMethod } from '../../../schemas/chain/chain-method.ts'
import { type ChainService, chainServices } from '../../../schemas/chain/services.ts'
import { packageVersion } from '../../util/package-files.ts'
import { createSchemaCollector, type Json, type SchemaCollector } from './openapi-schemas.ts'

/**
 * Builds the JSON-RPC methods of the chains as an OpenRPC 1.3 document. The result is equal on every
 * call.
 */
export function openRpcDocument(): Json {
  const schemas = createSchemaCollector()
  const methods = chainServices.flatMap((service) =>
    Object.entries(service.methods).map(([name, method]) =>
      methodObject(name, method, service, schemas),
    ),
  )
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Snowglobe chains',
      description: 'Wallets read chains and issue transactions by these methods.',
      version: packageVersion(),
      license: { name: 'MIT' },
    },
    servers: chainServices.map(serverObject),
    methods,
    components: { schemas: schemas.components() },
  }
}

function methodObject(
  name: string,
  { summary, params, result }: ChainMethod,
  service: ChainService,
  schemas: SchemaCollector,
): Json {
  const isNamed = !Array.isArray(params)
  const listed: readonly Argument[] = isNamed ? argumentsOf(params as TObject) : params
  return {
    name,
    summary,
    paramStructure: isNamed ? 'by-name' : 'by-position',
    params: listed.map((argument) => ({
      name: argument.name,
      required: !argument.isOptional,
      schema: schemas.schemaOf(argument.schema),
    })),
    result: { name: 'result', schema: schemas.schemaOf(result) },
    servers: [serverObject(service)],
  }
}

const argumentsOf = ({ properties, required = [] }: TObject): Argument[] =>
  Object.entries<TSchema>(properties).map(([name, schema]) => ({
    name,
    schema,
    ...(!required.includes(name) && { isOptional: true as const }),
  }))

/** Returns a server of the document. */
function serverObject({ path, summary }: ChainService): Json {
  const isVariable = path.includes('{chain}')
  return {
    name: summary,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: OpenRPC writes variables so.
    url: path.replace('{chain}', '${chain}'),
    ...(isVariable && { variables: { chain: { default: 'C' } } }),
  }
}
