/** Units of time in seconds, for arithmetic on epoch seconds. A day of the world is a UTC day. */
export const minuteSeconds = 60
export const hourSeconds = 60 * minuteSeconds
export const daySeconds = 24 * hourSeconds

/** Epoch seconds from which keys that are made of times count, so that they are short. */
export const secondsOf2020 = Date.UTC(2020, 0, 1) / 1000
