/** Background blocks a day and chain; 0 is none. What is declared or due happens at every pace. */
export type Pace = number

/** Paces with a name. */
export const paces = { off: 0, calm: 4, busy: 720 } as const

/** Chains have a block every other second at most. */
export const fastestPace = 43_200

/** What {@link paceOf} takes, for messages. */
export const isPace = `${Object.keys(paces).join(', ')}, or a whole number from 0 to ${fastestPace}`

/** @returns undefined for a text that is no pace */
export function paceOf(text: string): Pace | undefined {
  if (Object.hasOwn(paces, text)) return paces[text as keyof typeof paces]
  return /^(?:0|[1-9]\d{0,5})$/.test(text) && Number(text) <= fastestPace ? Number(text) : undefined
}
