import { banner } from './banner.ts'
import { logo } from './logo.ts'
import { nft } from './nft.ts'

/**
 * Draws the image with a name as SVG of less than 2 kB. Its content depends on the name alone.
 * @param name words of a-z, 0-9 and hyphens between slashes, as `imagePath` of schemas/images.ts
 *   returns. `nfts/0x…/7` is an NFT, `nfts/0x…/7/animated` a turning one, `banners/…` a banner.
 *   Every other name is a logo.
 */
export function drawImage(name: string): string {
  const [kind = '', first = '', second, third] = name.split('/')
  if (kind === 'nfts' && second !== undefined) return nft(first, second, third === 'animated')
  const last = name.slice(name.lastIndexOf('/') + 1)
  return kind === 'banners' ? banner(last) : logo(kind, last)
}
