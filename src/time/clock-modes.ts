/**
 * Modes of the clock. `frozen` stops until it is moved. `running` starts at the world's now and
 * runs. `real` follows the machine's clock, and stops at the world's now until the machine reaches
 * it.
 */
export const clockModes = ['frozen', 'running', 'real'] as const

export type ClockMode = (typeof clockModes)[number]
