/** What something is in each of the two dialects. */
export interface Sides<Side> {
  readonly documented: Side
  readonly live: Side
}

/**
 * A place where the deployed services answer otherwise than the written contract, in words of which
 * docs/dialects.md is made. It stands beside the operation whose answer it changes.
 */
export interface Quirk extends Sides<string> {
  readonly name: string
  /** Sections of the contract. */
  readonly section: string
}

/** A quirk that the code goes by. Details of a shape that only one dialect has need words only. */
export interface Switch<Behaviour> extends Quirk {
  readonly in: (dialect: keyof Sides<Behaviour>) => Behaviour
}

/** Declares a quirk: its two sides in words, and what the code goes by in each dialect. */
export const quirk = <Behaviour>(words: Quirk, behaviour: Sides<Behaviour>): Switch<Behaviour> => ({
  ...words,
  in: (dialect) => behaviour[dialect],
})
