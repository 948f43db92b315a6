import ical, { type VEvent } from 'node-ical'

/** The event with this UID; undefined where the calendar has none. */
export function parseEvent(calendar: string, uid: string): VEvent | undefined {
  const event = ical.sync.parseICS(calendar)[uid]
  return event?.type === 'VEVENT' ? event : undefined
}
