/** Waits mostly take milliseconds, and seconds on a busy machine. */
export const PATIENT = { timeout: 45_000 } as const
