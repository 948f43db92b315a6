import { printSetlist } from '../setlist-text.ts'
import type {
  SetlistSource,
  SourceDay,
  SourceSetlist,
  SourceShow,
  SourceSong,
  SourceSongReference,
  SourceTour,
} from '../source.ts'
import { addDays, daysBetween, printDay } from './days.ts'
import { gapBefore, playedShow, recordsBefore } from './history.ts'
import { DAYS_BETWEEN_EARLIER_SHOWS } from './rotation.ts'
import { announcedShows, type DemoShow, showNumberOf, showSourceId, toursOf } from './schedule.ts'
import { notesOf } from './show-notes.ts'
import { type DemoSong, SONGBOOK } from './songbook.ts'

export interface DemoSourceParts {
  /** The day on which this installation's demo began. Another anchor gives the same shows on other days. */
  readonly anchor: () => Promise<SourceDay>
  /** Today's UTC day. */
  readonly today: () => Promise<SourceDay>
}

/**
 * Tinhorn Observatory, an invented band: 60 shows before the anchor day, one on it, and always eight open
 * shows from today on. What it answers depends on the two days alone, and a later day only adds: shows that
 * are announced, setlists of shows whose day has come, and tours once the current one is over.
 */
export function createDemoSource(parts: DemoSourceParts): SetlistSource {
  const look = async (): Promise<DemoView> => {
    const [anchor, today] = await Promise.all([parts.anchor(), parts.today()])
    const day = daysBetween(anchor, today)
    const shows = announcedShows(day)
    return { anchor, shows, playedShows: shows.filter((show) => show.day <= day).length }
  }
  return {
    name: 'demo',
    listSongs: async () => listSongs(await look()),
    listTours: async () => listTours(await look()),
    listShows: async () => listShows(await look()),
    findSetlist: async ({ sourceId }) => findSetlist(await look(), sourceId),
    listNotebookSongs: async () => SONGBOOK.filter((song) => song.byPell).map(referenceTo),
  }
}

/** The demo as it looks on some day. */
interface DemoView {
  readonly anchor: SourceDay
  readonly shows: readonly DemoShow[]
  readonly playedShows: number
}

function referenceTo({ sourceId, slug, name }: DemoSong): SourceSongReference {
  return { sourceId, slug, name }
}

function listSongs(view: DemoView): readonly SourceSong[] {
  const records = recordsBefore(view.playedShows)
  return SONGBOOK.map((song) => {
    const record = records.get(song)
    const lastShow = record?.lastShow ?? null
    return {
      ...referenceTo(song),
      timesPlayed: record?.timesPlayed ?? 0,
      gap: gapBefore(view.playedShows, record),
      lastPlayed: lastShow === null ? null : dateOf(view, lastShow),
    }
  })
}

/** The date of a show by its number; a negative one lies before the demo's first show. */
function dateOf({ anchor, shows }: DemoView, number: number): SourceDay {
  const firstDay = shows[0]?.day ?? 0
  return addDays(anchor, shows[number]?.day ?? firstDay + Math.round(number * DAYS_BETWEEN_EARLIER_SHOWS))
}

function listTours({ anchor, shows }: DemoView): readonly SourceTour[] {
  return toursOf(shows).map((tour, index) => {
    const startDate = addDays(anchor, tour.startDay)
    return {
      sourceId: tourSourceId(index),
      name: `${tour.name} ${startDate.slice(0, 4)}`,
      startDate,
      endDate: addDays(anchor, tour.endDay),
      description: tour.description,
    }
  })
}

function tourSourceId(tour: number): string {
  return `demo-tour-${tour + 1}`
}

function listShows({ anchor, shows }: DemoView): readonly SourceShow[] {
  return shows.map(({ day, tour, venue }, number) => {
    const date = addDays(anchor, day)
    return {
      sourceId: showSourceId(number),
      date,
      venue: venue.name,
      city: venue.city,
      state: venue.state,
      country: venue.country,
      tourSourceId: tourSourceId(tour),
      locksAt: venue.picksClose === null ? null : `${date}T${venue.picksClose}:00.000Z`,
      excluded: false,
    }
  })
}

function findSetlist(view: DemoView, sourceId: string): SourceSetlist | null {
  const number = showNumberOf(sourceId)
  if (number === null || number >= view.playedShows) return null
  const { performances } = playedShow(number)
  return {
    showSourceId: sourceId,
    excluded: false,
    exclusionReason: null,
    entries: performances.map(({ set, song }) => ({ set, song: referenceTo(song) })),
    text: printSetlist(
      performances.map(({ set, song, transition }) => ({ set, name: song.name, transition })),
    ),
    notes: notesOf(number, (earlier) => printDay(dateOf(view, earlier))),
  }
}
