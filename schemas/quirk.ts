/** What one answer is in each of the two dialects. */
export interface Sides<Behaviour> {
  readonly documented: Behaviour
  readonly live: Behaviour
}

/**
 * A place where the deployed services answer otherwise than the written contract. It stands beside
 * the operation whose answer it changes; docs/dialects.md is written from these words.
 */
export interface Quirk<Behaviour = unknown> extends Sides<string> {
  readonly name: string
  /** Sections of the contract. */
  readonly section: string
  /** What the code does about it in a dialect. */
  readonly in: (dialect: keyof Sides<Behaviour>) => Behaviour
}

/** Declares a quirk: its two sides in words, and what the code goes by. */
export const quirk = <Behaviour>(
  words: Sides<string> & { readonly name: string; readonly section: string },
  behaviour: Sides<Behaviour>,
): Quirk<Behaviour> => ({ ...words, in: (dialect) => behaviour[dialect] })
