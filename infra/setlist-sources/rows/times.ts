/** `19:30`: the clocks at the venue, 24 hours. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Names without a slash are refused: `EST` and `+05:30` are offsets without daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!name.includes('/')) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
