const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As in `0.4 s`, `12 s`, `5 min`, `3 h`, `2 d`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10 * SECOND) return `${(milliseconds / SECOND).toFixed(1)} s`
  if (milliseconds < 2 * MINUTE) return `${Math.floor(milliseconds / SECOND)} s`
  if (milliseconds < 2 * HOUR) return `${Math.floor(milliseconds / MINUTE)} min`
  if (milliseconds < 2 * DAY) return `${Math.floor(milliseconds / HOUR)} h`
  return `${Math.floor(milliseconds / DAY)} d`
}
