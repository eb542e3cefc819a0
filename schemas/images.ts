/** Path of the images that Snowglobe draws, below the address of the server. */
export const imagesPath = '/_images'

/** Maximum length of a name: a collection, an NFT with an id of 78 digits, and its kind. */
const maxNameLength = 150

/** Name of an image: words between slashes. */
const nameForm = `(?=.{1,${maxNameLength}}\\.svg$)[a-z0-9-]+(?:/[a-z0-9-]+)*`

/** Path of an image in worlds and definitions; the name is the first group. */
export const imagePathForm = `${imagesPath}/(${nameForm})\\.svg`

/**
 * Returns the path of the image with this name.
 * @param words any texts: characters that a name cannot have become hyphens
 */
export const imagePath = (...words: readonly string[]): string =>
  `${imagesPath}/${words.map(imageWord).join('/')}.svg`

const imageWord = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || '-'
