import type { ClaimedMessage } from '@called-it/infra/postgres/queries/notifications/messages'
import { announcementKinds, type Described } from '@called-it/shared/notifications/catalogue'

/** Null for a content of another release. */
export function describeMessage({ kind, payload, detail, show, timeZone }: ClaimedMessage): Described | null {
  const titled = show && { id: show.id, title: `${show.venue}, ${SHOW_DATE.format(new Date(show.date))}` }
  return announcementKinds[kind].describeStored({ ...payload, ...detail }, titled, {
    instant: (instant) => inZone(timeZone ?? 'UTC').format(new Date(instant)),
  })
}

/** The day of a show is read in UTC. */
const SHOW_DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const inZone = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
