/**
 * Builds the page into a folder that is made anew.
 * @param folder absolute path
 * @returns paths of the bundled modules from the root of the project
 */
export function buildPage(folder: string): Promise<string[]>
