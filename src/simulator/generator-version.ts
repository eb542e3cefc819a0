/**
 * Version of the generator, incremented with every change of the bytes that a definition and seed
 * give.
 */
export const generatorVersion = 31
