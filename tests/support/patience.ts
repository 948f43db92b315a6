/** Waits mostly take milliseconds, and seconds on a busy machine. */
export const PATIENT = { timeout: 20_000 } as const
