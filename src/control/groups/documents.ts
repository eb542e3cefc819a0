import type { documentOperations } from '../../../schemas/control/documents.ts'
import type { Group } from '../group.ts'

/** Builds the operation of the control plane's own document. */
export const documentGroup = (): Group<typeof documentOperations> => ({
  getControlDocument: async () => (await import('../openapi.ts')).controlDocument(),
})
