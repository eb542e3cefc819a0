/** Units of time in seconds, for arithmetic on epoch seconds. A day of the world is a UTC day. */
export const minuteSeconds = 60
export const hourSeconds = 60 * minuteSeconds
export const daySeconds = 24 * hourSeconds

/** Start of the count for keys derived from times, in epoch seconds, which keeps the keys short. */
export const secondsOf2020 = Date.UTC(2020, 0, 1) / 1000
