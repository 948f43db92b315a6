import {
  addDays,
  announcedShows,
  type DemoShow,
  type DemoSong,
  daysBetween,
  SONGS,
  showNumberOf,
  showSourceId,
  toursOf,
} from '../../demo/band.ts'
import { namedDice } from '../../demo/dice.ts'
import {
  DAYS_BETWEEN_EARLIER_SHOWS,
  gapBefore,
  type PlayedShow,
  playedShow,
  recordsBefore,
} from '../../demo/setlists.ts'
import { printSetlist } from '../setlist-text.ts'
import {
  type SetlistSource,
  type SourceDay,
  type SourceSetlist,
  type SourceShow,
  type SourceSong,
  type SourceSongReference,
  type SourceTour,
  UNKNOWN_TIMES,
} from '../source.ts'

export interface DemoSourceParts {
  /** First day of this installation's demo. Another anchor gives the same shows on other days. */
  readonly anchor: () => Promise<SourceDay>
  readonly today: () => Promise<SourceDay>
}

/**
 * Tinhorn Observatory, an invented band: 60 shows before the anchor day, one on it, and always eight after
 * today. The content depends on the two days alone, and a later day only adds to it: announced
 * shows, setlists of played shows, and tours once the current one is over.
 */
export function createDemoSource(parts: DemoSourceParts): SetlistSource {
  const readView = async (): Promise<DemoView> => {
    const [anchor, today] = await Promise.all([parts.anchor(), parts.today()])
    const day = daysBetween(anchor, today)
    const shows = announcedShows(day)
    return { anchor, shows, playedShows: shows.filter((show) => show.day <= day).length }
  }
  return {
    name: 'demo',
    listSongs: async () => listSongs(await readView()),
    listTours: async () => listTours(await readView()),
    listShows: async () => listShows(await readView()),
    findSetlist: async ({ sourceId }) => findSetlist(await readView(), sourceId),
    listNotebookSongs: async () => SONGS.filter((song) => song.byPell).map(referenceTo),
  }
}

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
  return SONGS.map((song) => {
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

/** A negative number is a show before the demo's first one. */
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
      times: { ...UNKNOWN_TIMES, startsLocal: venue.startsLocal },
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

/** In shows. From this gap on, the notes mention that a song is back. */
const LONG_GAP = 60

const GUESTS = [
  'Opal Reyes (fiddle)',
  'Desmond Achterberg (trombone)',
  'Lucía Ferran (pedal steel)',
  'the Cooper Street Horns',
  'Tobias Wren (second drum kit)',
]

const STORIES = [
  'Marlow read the weather report between the first two songs.',
  'A power cut in the second set was bridged with hand lamps and an unamplified verse.',
  'The encore was chosen by a child in the front row.',
  'The band wore the costumes of the night before, inside out.',
  'A moth on the piano was thanked by name.',
  'The show began 40 minutes late because of fog.',
]

/** Debuts, long gaps, repeated songs, guests and stories; null where a show has none of them. */
function notesOf(number: number, printShowDay: (number: number) => string): string | null {
  const show = playedShow(number)
  const notes = [
    ...returnNotes(number, show, printShowDay),
    ...sandwichNotes(show),
    ...guestNotes(number, show),
    ...storyNotes(number),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

function returnNotes(number: number, show: PlayedShow, printShowDay: (number: number) => string): string[] {
  return distinctSongs(show).flatMap((song) => {
    const record = show.recordsBefore.get(song)
    const gap = gapBefore(number, record)
    if (gap === null || typeof record?.lastShow !== 'number') return [`First time played: ${song.name}.`]
    if (gap < LONG_GAP) return []
    return [
      `${song.name} was played for the first time since ${printShowDay(record.lastShow)} (${gap} shows).`,
    ]
  })
}

function sandwichNotes({ performances, sandwich }: PlayedShow): string[] {
  const start = performances.findIndex(({ song }) => song === sandwich)
  const between = performances[start + 1]
  if (sandwich === null || between === undefined) return []
  return [`${between.song.name} was played in the middle of ${sandwich.name}.`]
}

function guestNotes(number: number, show: PlayedShow): string[] {
  const dice = namedDice(`guests of show ${number}`)
  const guest = dice.chance(0.15) ? dice.pick(GUESTS) : undefined
  const song = dice.pick(distinctSongs(show))
  return guest === undefined || song === undefined ? [] : [`With ${guest} on ${song.name}.`]
}

function storyNotes(number: number): string[] {
  const dice = namedDice(`story of show ${number}`)
  const story = dice.chance(0.15) ? dice.pick(STORIES) : undefined
  return story === undefined ? [] : [story]
}

function distinctSongs(show: PlayedShow): readonly DemoSong[] {
  return Array.from(new Set(show.performances.map(({ song }) => song)))
}

function printDay(day: SourceDay): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
