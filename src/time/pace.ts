/** Background blocks per day and chain; 0 is none. Declared and due events happen at every pace. */
export type Pace = number

/** Named paces. */
export const paces = { off: 0, calm: 4, busy: 720 } as const

/** Maximum pace: a block every other second. */
export const fastestPace = 43_200

/** Description of the texts that {@link paceOf} accepts, for messages. */
export const isPace = `${Object.keys(paces).join(', ')}, or a whole number from 0 to ${fastestPace}`

/**
 * Parses a pace.
 * @returns undefined for a text that is no pace
 */
export function paceOf(text: string): Pace | undefined {
  if (Object.hasOwn(paces, text)) return paces[text as keyof typeof paces]
  return /^(?:0|[1-9]\d{0,5})$/.test(text) && Number(text) <= fastestPace ? Number(text) : undefined
}
