import { imagesPath } from '../../../schemas/images.ts'
import type { World } from '../../world/world.ts'

/**
 * Returns the URL of an image. A world holds only the path of an image that Snowglobe draws, so
 * that its bytes do not depend on the server's address. The URLs of a definition stay as they are.
 * G-160
 */
export const imageUrl = <Uri extends string | null>(world: World, uri: Uri): Uri | string =>
  uri?.startsWith(`${imagesPath}/`) ? world.publicUrl + uri : uri
