import { namedDice } from './dice.ts'
import { type DemoVenue, VENUES } from './venues.ts'

/** How many shows lie before the anchor day, which has one itself. */
const PAST_SHOWS = 60

/** How many shows are announced from today on, today's included. */
export const OPEN_SHOWS = 8

const MAX_NIGHTS_AT_A_VENUE = 3

/** A tour of the demo band. Days are counted from the anchor. */
export interface DemoTour {
  readonly name: string
  readonly description: string | null
  readonly startDay: number
  readonly endDay: number
}

/** One show of the demo band. Shows are numbered from 0, the oldest. */
export interface DemoShow {
  readonly day: number
  /** Its tour's place in the list of tours. */
  readonly tour: number
  readonly venue: DemoVenue
}

/** A stretch of shows along the band's route: the day of one is given, the others follow from it. */
interface Leg extends Omit<DemoTour, 'startDay'> {
  readonly firstShow: number
  readonly pinnedShow: number
  readonly pinnedDay: number
  /** Where on the route it begins. */
  readonly firstStop: number
}

const CURRENT_TOUR = 0
const CURRENT_TOUR_END = 120

/** The current one stands first so that it is imported first: it is the one that fans open most. */
const LEGS: readonly Leg[] = [
  {
    name: 'Lamplight Tour',
    description: 'the current run, from the west coast to the far side of the sea',
    endDay: CURRENT_TOUR_END,
    firstShow: 40,
    pinnedShow: PAST_SHOWS,
    pinnedDay: 0,
    firstStop: 0,
  },
  {
    name: 'Long Meridian Tour',
    description: 'theatres and ballrooms, and a third set on the last night',
    endDay: -240,
    firstShow: 20,
    pinnedShow: 39,
    pinnedDay: -240,
    firstStop: 9,
  },
  {
    name: 'Small Hours Tour',
    description: 'twenty late shows',
    endDay: -560,
    firstShow: 0,
    pinnedShow: 19,
    pinnedDay: -560,
    firstStop: 4,
  },
]

/** The band never stops: after the current tour, tours of this length follow one another. */
const LATER_TOUR_DAYS = 150
const LATER_TOUR_NAMES = ['Paper Comet Tour', 'Low Orbit Tour', 'Open Shutter Tour', 'Far Field Tour']

/** The id under which the demo source lists a show, by the show's number. */
export function showSourceId(number: number): string {
  return `demo-show-${number + 1}`
}

/** The number of the show with this id; null when the demo band has no such show. */
export function showNumberOf(sourceId: string): number | null {
  const place = /^demo-show-([1-9]\d{0,5})$/.exec(sourceId)?.[1]
  return place === undefined ? null : Number(place) - 1
}

/**
 * The shows that are announced `today` (counted from the anchor), oldest first. Everything about a show
 * follows from its number, so that a later day can only append to what an earlier one announced.
 */
export function announcedShows(today: number): readonly DemoShow[] {
  let count = 0
  let open = 0
  while (count < PAST_SHOWS + OPEN_SHOWS || open < OPEN_SHOWS) {
    if (scheduledShow(count).day >= today) open += 1
    count += 1
  }
  return scheduled.slice(0, count)
}

/** The shows scheduled so far. Each follows from its number, so none is ever stale. */
const scheduled: DemoShow[] = []
const schedule = everyShow()

function scheduledShow(number: number): DemoShow {
  while (scheduled.length <= number) scheduled.push(schedule.next().value)
  return elementAt(scheduled, number)
}

/** The tours that these shows belong to: the current one, the two before it, then those after it. */
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
    name: elementAt(LATER_TOUR_NAMES, index),
    description: null,
    startDay,
    endDay: startDay + LATER_TOUR_DAYS - 1,
  }
}

/** Without end: the last leg goes on for as long as it is asked. */
function* everyShow(): Generator<DemoShow, never> {
  const legs = LEGS.toSorted((one, other) => one.firstShow - other.firstShow)
  for (const [index, leg] of legs.entries()) yield* showsOf(leg, legs[index + 1]?.firstShow)
  throw new RangeError('the last leg has no end')
}

function* showsOf(leg: Leg, endShow = Number.POSITIVE_INFINITY): Generator<DemoShow, void> {
  let day = firstDayOf(leg)
  let stop = leg.firstStop
  let nights = 1
  for (let number = leg.firstShow; number < endShow; number += 1) {
    yield { day, tour: tourOn(day, LEGS.indexOf(leg)), venue: elementAt(VENUES, stop) }
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
  let day = leg.pinnedDay
  for (let number = leg.pinnedShow; number > leg.firstShow; number -= 1) day -= daysBefore(number)
  return day
}

/** The days between a show and the one before it on the same leg. */
function daysBefore(number: number): number {
  return namedDice(`days before show ${number}`).between(1, 4)
}

/** An element of a list that begins again after its last. */
function elementAt<T>(list: readonly T[], index: number): T {
  const element = list[index % list.length]
  if (element === undefined) throw new RangeError('an empty list has no elements')
  return element
}
