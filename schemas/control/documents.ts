import { Type } from '@sinclair/typebox'
import { controlOperation } from './control-operation.ts'

const getControlDocument = controlOperation({
  operationId: 'getControlDocument',
  method: 'GET',
  path: '/_admin/openapi.json',
  summary: 'Returns the OpenAPI 3.1 document of the control plane',
  response: Type.Unknown(),
})

/** Operations of the documents. */
export const documentOperations = [getControlDocument] as const
