/** Zones by the zone data of the runtime, never of the database: the two may know different rules. */

const DAY_IN_MS = 86_400_000
const MINUTE_IN_MS = 60_000

/** `Intl` also takes `EST`, which is Panama's, and `+05:30`; neither says when clocks change. */
const AREA_AND_PLACE = /^(?!Etc\/|SystemV\/)[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_-]+){1,2}$/

/** A format of each would take 12 MB. */
let listed: ReadonlySet<string> | undefined

/** Whether this is an IANA name of a region, like `America/New_York`, that the runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!AREA_AND_PLACE.test(name)) return false
  listed ??= new Set(Intl.supportedValuesOf('timeZone'))
  if (listed.has(name)) return true
  try {
    createFormat(name)
    return true
  } catch {
    return false
  }
}

/** What local time is ahead of UTC, negative west of it. @throws RangeError for an unknown zone or instant */
export function utcOffsetMinutes(zone: string, instant: Date): number {
  return Math.round(offsetInMs(zone, instant.getTime()) / MINUTE_IN_MS)
}

/**
 * The instant of a local time. One that a change of the clocks skips moves forward by the gap; of one that occurs twice
 * it is the first.
 *
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 * @throws RangeError for an unknown zone or an unreadable time
 */
export function instantOfLocal(day: string, time: string, zone: string): Date {
  const local = Date.parse(`${day}T${time}Z`)
  const before = offsetInMs(zone, local - DAY_IN_MS)
  const after = offsetInMs(zone, local + DAY_IN_MS)
  const offset = [before, after].find((candidate) => offsetInMs(zone, local - candidate) === candidate)
  return new Date(local - (offset ?? before))
}

/** A new one takes 34 µs, a use of it 1 µs. */
const formats = new Map<string, Intl.DateTimeFormat>()

function createFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = createFormat(zone)
  formats.set(zone, format)
  return format
}

/** `GMT`, `GMT-05:00`, and with seconds before there was standard time: `GMT-04:56:02`. */
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

function offsetInMs(zone: string, instant: number): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(formatOf(zone).format(instant)) ?? []
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}
