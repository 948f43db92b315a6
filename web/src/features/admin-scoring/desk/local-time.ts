const two = (number: number) => String(number).padStart(2, '0')

/** An instant as a `datetime-local` field has it, in this device's time. */
export function localOf(instant: string): string {
  const at = new Date(instant)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The instant that a `datetime-local` field means; null where it is empty. */
export function instantOfLocal(typed: string): string | null {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** An instant for people, in UTC: `Apr 19, 2025, 23:30 UTC`. */
export function printUtc(instant: string): string {
  const words = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${words.format(new Date(instant))} UTC`
}
