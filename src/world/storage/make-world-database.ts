import { wholeCopy } from '../../store/world-database.ts'
import { infoTable, insertWorldInfo, type WorldInfo } from '../../store/world-info.ts'
import { worldStoreOver } from '../../store/world-store.ts'

/**
 * Creates a world's own file from a base or from the file of another world.
 * @param isPersistent whether the file outlives the process
 * @param row undefined: the row of the source
 */
export function makeWorldDatabase(
  source: string,
  target: string,
  isPersistent: boolean,
  row?: WorldInfo,
): void {
  wholeCopy(source, target, isPersistent, (copy) => {
    if (!row) return
    copy.exec(infoTable)
    insertWorldInfo(worldStoreOver(copy), row)
  })
}
