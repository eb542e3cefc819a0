import { Type } from '@sinclair/typebox'
import { controlOperation } from './control-operation.ts'

const getControlDocument = controlOperation({
  operationId: 'getControlDocument',
  method: 'GET',
  path: '/_admin/openapi.json',
  summary: 'The control plane as an OpenAPI 3.1 document',
  response: Type.Unknown(),
})

export const documentOperations = [getControlDocument] as const
