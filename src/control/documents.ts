import type { documentOperations } from '../../schemas/control/documents.ts'
import type { Group } from './group.ts'

/** What tells of the control plane itself. */
export const documentGroup = (): Group<typeof documentOperations> => ({
  getControlDocument: async () => (await import('./openapi.ts')).controlDocument(),
})
