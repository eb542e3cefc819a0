/** Where the images are that Snowglobe draws, below the address of the server. */
export const imagesPath = '/_images'

/** The most characters of a name: a collection, an NFT with an id of 78 digits, and its kind. */
const longestName = 150

/** What an image may be called: words between slashes. */
const nameForm = `(?=.{1,${longestName}}\\.svg$)[a-z0-9-]+(?:/[a-z0-9-]+)*`

/** The path of an image, as worlds and definitions hold it; the name is the first group. */
export const imagePathForm = `${imagesPath}/(${nameForm})\\.svg`

/**
 * The path of the image with this name.
 * @param words of any text: what a name cannot have becomes a hyphen
 */
export const imagePath = (...words: readonly string[]): string =>
  `${imagesPath}/${words.map(imageWord).join('/')}.svg`

const imageWord = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || '-'
