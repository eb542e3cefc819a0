import { wholeCopy } from '../../store/world-database.ts'
import { insertWorldInfo, ownTables, type WorldInfo } from '../../store/world-info.ts'
import { worldStoreOver } from '../../store/world-store.ts'

/**
 * Makes a world's own file of a base or of the file of another world.
 * @param isPersistent whether the file outlives the process
 * @param row undefined: as the source has it
 */
export function makeWorldDatabase(
  source: string,
  target: string,
  isPersistent: boolean,
  row?: WorldInfo,
): void {
  wholeCopy(source, target, isPersistent, (copy) => {
    if (!row) return
    copy.exec(ownTables)
    insertWorldInfo(worldStoreOver(copy), row)
  })
}
