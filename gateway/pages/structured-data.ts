import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { utcOffsetMinutes } from '@called-it/shared/game/time-zones'

/** A page on the way to another one. */
export type Crumb = { readonly name: string; readonly path: string }

/** The way to a page, in the vocabulary of schema.org. */
export function toBreadcrumbs(crumbs: readonly Crumb[], absolute: (path: string) => string): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absolute(path),
    })),
  }
}

type EventWords = {
  readonly title: string
  readonly description: string
  readonly address: string
  readonly band: string
}

/** A show in the vocabulary of schema.org, without its songs. */
export function toMusicEvent(show: Show, { title, description, address, band }: EventWords): object {
  const { venue, city, state, country } = show
  return {
    '@type': 'MusicEvent',
    name: `${band}, ${title}`,
    description,
    url: address,
    startDate: startOf(show),
    eventStatus: `https://schema.org/${show.isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    performer: { '@type': 'MusicGroup', name: band },
    location: {
      '@type': 'Place',
      name: venue,
      address: {
        '@type': 'PostalAddress',
        ...(city && { addressLocality: city }),
        ...(state && { addressRegion: state }),
        ...(country && { addressCountry: country }),
      },
    },
  }
}

/** The local time with its distance from UTC, or the date alone where the start is unknown. */
function startOf({ showdate, startsLocal, startsAt, timeZone }: Show): string {
  if (startsLocal === null || startsAt === null || timeZone === null) return showdate
  const offset = utcOffsetMinutes(timeZone, startsAt)
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  return `${showdate}T${startsLocal}:00${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}
