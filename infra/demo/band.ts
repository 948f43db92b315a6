import { z } from 'zod'
import type { SourceDay } from '../setlist-sources/source.ts'
import { namedDice } from './dice.ts'
import songGroups from './songs.json' with { type: 'json' }
import venues from './venues.json' with { type: 'json' }

/** How often a song is played; newcomers are played for the first time in the course of the demo. */
const tier = z.enum(['staple', 'regular', 'rarity', 'newcomer'])
export type Tier = z.output<typeof tier>

const role = z.enum(['opener', 'first set', 'jam', 'closer', 'encore', 'anywhere'])
export type Role = z.output<typeof role>

export interface DemoSong {
  readonly sourceId: string
  readonly slug: string
  readonly name: string
  readonly tier: Tier
  readonly role: Role
  readonly byPell: boolean
}

const titles = z.array(z.string())

/** Every song, those not played yet included. The order is part of the demo: song ids count along it. */
export const SONGS: readonly DemoSong[] = z
  .array(z.object({ tier, role, pell: titles, others: titles }))
  .parse(songGroups)
  .flatMap(({ tier, role, pell, others }) => [
    ...pell.map((name) => ({ name, tier, role, byPell: true })),
    ...others.map((name) => ({ name, tier, role, byPell: false })),
  ])
  .map((song, index) => ({ ...song, sourceId: `demo-song-${index + 1}`, slug: slugOf(song.name) }))

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const venue = z.object({
  name: z.string(),
  city: z.string(),
  state: z.string().nullable(),
  country: z.string(),
  /** Of its afternoon shows; null where shows start at the usual time. */
  startsLocal: z.string().nullable().default(null),
})

/** In the order of the route, which starts again after the last. Cities are real, venues are not. */
const VENUES = z.array(venue).parse(venues)

const PAST_SHOWS = 60

/** Shows announced after today. All of them take picks, at whatever hour today's show starts. */
export const OPEN_SHOWS = 8

const MAX_NIGHTS_AT_A_VENUE = 3

/** Days are counted from the anchor. */
export interface DemoTour {
  readonly name: string
  readonly description: string | null
  readonly startDay: number
  readonly endDay: number
}

export interface DemoShow {
  readonly day: number
  readonly tour: number
  readonly venue: z.output<typeof venue>
}

/** Consecutive shows along the route: the day of one is fixed, the others follow from it. */
interface Leg extends Omit<DemoTour, 'startDay'> {
  readonly firstShow: number
  readonly fixedShow: number
  readonly fixedDay: number
  readonly firstVenue: number
}

const CURRENT_TOUR = 0
const CURRENT_TOUR_END = 120

/** The current tour is first, so that it gets the lowest tour id on import. */
const LEGS: readonly Leg[] = [
  {
    name: 'Lamplight Tour',
    description: 'the current run, from the west coast to the far side of the sea',
    endDay: CURRENT_TOUR_END,
    firstShow: 40,
    fixedShow: PAST_SHOWS,
    fixedDay: 0,
    firstVenue: 0,
  },
  {
    name: 'Long Meridian Tour',
    description: 'theatres and ballrooms, and a third set on the last night',
    endDay: -240,
    firstShow: 20,
    fixedShow: 39,
    fixedDay: -240,
    firstVenue: 9,
  },
  {
    name: 'Small Hours Tour',
    description: 'twenty late shows',
    endDay: -560,
    firstShow: 0,
    fixedShow: 19,
    fixedDay: -560,
    firstVenue: 4,
  },
]

/** After the current tour, tours of this length follow one another without end. */
const LATER_TOUR_DAYS = 150
const LATER_TOUR_NAMES = ['Paper Comet Tour', 'Low Orbit Tour', 'Open Shutter Tour', 'Far Field Tour']

export function showSourceId(number: number): string {
  return `demo-show-${number + 1}`
}

export function showNumberOf(sourceId: string): number | null {
  const place = /^demo-show-([1-9]\d{0,5})$/.exec(sourceId)?.[1]
  return place === undefined ? null : Number(place) - 1
}

/** Shows announced by `today` (days from the anchor), oldest first. A later day only appends to the list. */
export function announcedShows(today: number): readonly DemoShow[] {
  let count = 0
  let open = 0
  while (count < PAST_SHOWS + OPEN_SHOWS || open < OPEN_SHOWS) {
    if (scheduledShow(count).day > today) open += 1
    count += 1
  }
  return scheduled.slice(0, count)
}

/** Computed so far. A show depends on its number alone, so entries never become stale. */
const scheduled: DemoShow[] = []
const schedule = everyShow()

function scheduledShow(number: number): DemoShow {
  while (scheduled.length <= number) scheduled.push(schedule.next().value)
  return cyclicAt(scheduled, number)
}

/** The tours of these shows: the current one, the two before it, then those after it. */
export function toursOf(shows: readonly DemoShow[]): readonly DemoTour[] {
  const laterTours = Math.max(0, ...shows.map((show) => show.tour - LEGS.length + 1))
  return [
    ...LEGS.map((leg) => ({
      name: leg.name,
      description: leg.description,
      startDay: firstDayOf(leg),
      endDay: leg.endDay,
    })),
    ...Array.from({ length: laterTours }, (_, index) => laterTour(index)),
  ]
}

function laterTour(index: number): DemoTour {
  const startDay = CURRENT_TOUR_END + 1 + index * LATER_TOUR_DAYS
  return {
    name: cyclicAt(LATER_TOUR_NAMES, index),
    description: null,
    startDay,
    endDay: startDay + LATER_TOUR_DAYS - 1,
  }
}

function* everyShow(): Generator<DemoShow, never> {
  const legs = LEGS.toSorted((one, other) => one.firstShow - other.firstShow)
  for (const [index, leg] of legs.entries()) yield* showsOf(leg, legs[index + 1]?.firstShow)
  throw new RangeError('the last leg has no end')
}

function* showsOf(leg: Leg, endShow = Number.POSITIVE_INFINITY): Generator<DemoShow, void> {
  let day = firstDayOf(leg)
  let stop = leg.firstVenue
  let nights = 1
  for (let number = leg.firstShow; number < endShow; number += 1) {
    yield { day, tour: tourOn(day, LEGS.indexOf(leg)), venue: cyclicAt(VENUES, stop) }
    const gap = daysBefore(number + 1)
    day += gap
    const stays = gap === 1 && nights < MAX_NIGHTS_AT_A_VENUE
    nights = stays ? nights + 1 : 1
    stop += stays ? 0 : 1
  }
}

function tourOn(day: number, tour: number): number {
  if (tour !== CURRENT_TOUR || day <= CURRENT_TOUR_END) return tour
  return LEGS.length + Math.floor((day - CURRENT_TOUR_END - 1) / LATER_TOUR_DAYS)
}

function firstDayOf(leg: Leg): number {
  let day = leg.fixedDay
  for (let number = leg.fixedShow; number > leg.firstShow; number -= 1) day -= daysBefore(number)
  return day
}

function daysBefore(number: number): number {
  return namedDice(`days before show ${number}`).between(1, 4)
}

function cyclicAt<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length]
  if (element === undefined) throw new RangeError('an empty list has no elements')
  return element
}

const MS_A_DAY = 86_400_000

export function addDays(day: SourceDay, days: number): SourceDay {
  return new Date(Date.parse(day) + days * MS_A_DAY).toISOString().slice(0, 10)
}

export function daysBetween(from: SourceDay, to: SourceDay): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY)
}
