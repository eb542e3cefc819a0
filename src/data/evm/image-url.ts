import { imagesPath } from '../../../schemas/images.ts'
import type { World } from '../../world/world.ts'

/**
 * The URL of an image. A world holds the path of one that Snowglobe draws, so that its bytes do not
 * depend on where a server listens; the URLs of a definition stay as they are. G-160
 */
export const imageUrl = <Uri extends string | null>(world: World, uri: Uri): Uri | string =>
  uri?.startsWith(`${imagesPath}/`) ? world.publicUrl + uri : uri
