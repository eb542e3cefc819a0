import { wholeCopy } from '../../store/own-file.ts'
import { insertOwnRow, type OwnRow, ownTables } from '../../store/own-row.ts'
import { worldStoreOver } from '../../store/world-store.ts'

/**
 * Makes a world's own file of a base or of the file of another world.
 * @param isKept whether the file outlives the process
 * @param row undefined: as the source has it
 */
export function makeOwnFile(source: string, target: string, isKept: boolean, row?: OwnRow): void {
  wholeCopy(source, target, isKept, (copy) => {
    if (!row) return
    copy.exec(ownTables)
    insertOwnRow(worldStoreOver(copy), row)
  })
}
