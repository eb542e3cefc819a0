/**
 * `frozen` stands until somebody moves it; `running` starts at the world's now and runs; `real`
 * follows the machine, and stands at the world's now until the machine comes there.
 */
export const clockModes = ['frozen', 'running', 'real'] as const

export type ClockMode = (typeof clockModes)[number]
