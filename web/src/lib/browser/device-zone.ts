import { isTimeZone } from '@called-it/shared/game/time-zones'

/** Null where the device names none that says when clocks change, like `UTC`. */
export function deviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : null
}
