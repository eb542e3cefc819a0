/** Value in each of the two dialects. */
export interface Sides<Side> {
  readonly documented: Side
  readonly live: Side
}

/**
 * Difference between the deployed services and the written contract, with the texts for
 * docs/dialects.md. It stands beside the operation whose response it changes.
 */
export interface Quirk extends Sides<string> {
  readonly name: string
  /** Sections of the contract. */
  readonly section: string
}

/** Quirk that the code uses. Details of a shape that only one dialect has need texts only. */
export interface Switch<Behaviour> extends Quirk {
  readonly in: (dialect: keyof Sides<Behaviour>) => Behaviour
}

/** Declares a quirk: its two sides as text, and the value for the code in each dialect. */
export const quirk = <Behaviour>(words: Quirk, behaviour: Sides<Behaviour>): Switch<Behaviour> => ({
  ...words,
  in: (dialect) => behaviour[dialect],
})
