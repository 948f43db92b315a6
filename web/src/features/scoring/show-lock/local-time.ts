const two = (number: number) => String(number).padStart(2, '0')

/** The value of a `datetime-local` field, in this device's time zone. */
export function localOf(instant: string): string {
  const at = new Date(instant)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Null for an empty `datetime-local` field. */
export function instantOfLocal(typed: string): string | null {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
