/** How long a test waits for a state that comes by itself: mostly milliseconds, and seconds on a busy machine. */
export const PATIENT = { timeout: 20_000 } as const
