import type { CalendarShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import type { Site } from '@called-it/shared/contract/site'
import type { Translate } from '@called-it/shared/languages/translate'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

const SHOW_HOURS = 3
const HOUR_IN_MS = 3_600_000
const ALARM_HOURS = 2
/** How often calendars ask again. */
const REFRESH_SECONDS = 3_600

type CalendarParts = {
  readonly shows: readonly CalendarShow[]
  /** Null: of all shows. */
  readonly tour: string | null
  readonly installationId: string
  readonly publicUrl: string
  readonly site: Pick<Site, 'product' | 'band'>
  readonly t: Translate
}

/** An event per show, in the format of RFC 5545. A show without a known time takes its whole day. */
export function writeCalendar({ shows, tour, ...parts }: CalendarParts): string {
  const { site, t } = parts
  const calendar = ical({
    name: `${site.band.name}${tour === null ? '' : `: ${tour}`}`,
    prodId: { company: site.product, product: 'shows', language: t.language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const show of shows) calendar.createEvent(toEvent(show, parts))
  return calendar.toString()
}

function toEvent(
  show: CalendarShow,
  { installationId, publicUrl, site, t }: Omit<CalendarParts, 'shows' | 'tour'>,
) {
  const url = `${publicUrl}/shows/${show.id}`
  const isOpen = !show.isCancelled && show.locksAt > show.readAt
  const places = [show.venue, show.city, show.state, show.country]
  return {
    ...timesOf(show),
    // The same for ever: it must not follow the address of the site.
    id: `show-${show.id}@${installationId}`,
    sequence: show.sequence,
    stamp: show.changedAt,
    lastModified: show.changedAt,
    summary: `${site.band.name}: ${show.venue}`,
    location: places.filter((place) => place !== null && place !== '').join(', '),
    description: `${isOpen ? `${t('feed.closes', { time: toMinute(show.locksAt) })} ` : ''}${url}`,
    url,
    status: show.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    alarms: isOpen
      ? [
          {
            type: ICalAlarmType.display,
            trigger: new Date(show.locksAt.getTime() - ALARM_HOURS * HOUR_IN_MS),
            description: t('feed.closes-in', { hours: ALARM_HOURS, venue: show.venue }),
          },
        ]
      : [],
  }
}

function timesOf({ startsAt, showdate, timeSource }: CalendarShow) {
  if (startsAt === null || timeSource === 'unknown')
    return { start: new Date(`${showdate}T00:00:00Z`), allDay: true }
  return { start: startsAt, end: new Date(startsAt.getTime() + SHOW_HOURS * HOUR_IN_MS) }
}

function toMinute(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ')
}
