import { SET_SIZES, type SetName, type Slots } from '@called-it/shared/game/setlist'
import type { SourceShow } from '../source.ts'
import { type Dice, namedDice } from './dice.ts'
import { gapBefore, recordsBefore } from './history.ts'
import { duenessOf, fitnessOf, frequencyOf, type Place } from './rotation.ts'
import { showNumberOf } from './schedule.ts'
import { type DemoSong, SONGBOOK } from './songbook.ts'

/** Who may log in on a demo: an account and its password, which is public. */
export const DEMO_ACCOUNTS = [
  { email: 'fan@demo.example', displayName: 'Demo Fan', password: 'called-it-demo', isAdmin: false },
  { email: 'admin@demo.example', displayName: 'Demo Admin', password: 'called-it-demo', isAdmin: true },
] as const

const FAN_NAMES = [
  'Juniper Voss',
  'setbreak_sal',
  'Dex Okafor',
  'Mothlight Maggie',
  'Row Q Ron',
  'Priya Lindqvist',
  'glasselk4life',
  'Theo Marchbanks',
  'Nobody Picks Better',
  'Wilhelmina Stroud',
  'Encore Ed',
  'Halima Brandt',
  'Uncle Meridian Fan Club',
  'Casey Tran-Holt',
  'gravelparader',
  'Ferry Weather Jen',
  'Bo Quintero',
  'The Third Set',
  'Annika Solberg',
  'Lot Coffee Lou',
  'Marisol Peake',
  'railrider_77',
  'Gus Whitcombe',
  'Tapes or It Never Happened',
  'Ingrid Bello',
  'Slow Dog Sunday',
  'Ravi Castellane',
  'Parallax Pat',
  'Delphine Moreau',
  'two songs behind',
  'Hank Ostrander',
  'Aunt Perpetua Herself',
  'Keiko Hartwell',
  'Balcony Bea',
  'Oskar Dunleavy',
  'merch table mike',
  'Saoirse Nakamura',
  'Rattlebox Rex',
  'Imani Fairbairn',
  'Quiet Quentin',
] as const

/** The fans whose predictions fill the demo's boards. Nobody can log in as one of them. */
export const DEMO_FANS = FAN_NAMES.map((displayName, index) => ({
  displayName,
  email: `fan-${index + 1}@demo.example`,
}))

/** What kind of player a fan is. */
interface Temperament {
  /** From 0, who picks at random, to 1, who knows what is due and where it stands. */
  readonly skill: number
  /** How likely the fan is to play a show. */
  readonly diligence: number
  /** The number of the first show that the fan played. */
  readonly firstShow: number
  readonly favourites: ReadonlySet<DemoSong>
}

const frequencies = SONGBOOK.map(frequencyOf)

function temperamentOf(fanIndex: number): Temperament {
  const dice = namedDice(`temperament of fan ${fanIndex}`)
  return {
    skill: dice.roll() ** 0.6,
    diligence: 0.35 + 0.6 * dice.roll(),
    firstShow: dice.chance(0.6) ? 0 : dice.between(1, 55),
    favourites: new Set(
      [1, 2, 3].map(() => SONGBOOK[dice.pickIndex(frequencies) ?? 0]).filter((song) => song !== undefined),
    ),
  }
}

/**
 * What a demo fan predicts for a show of the demo band: song slugs at full size (8, 8, 3), some slots empty,
 * never all. The same fan and show always give the same picks.
 *
 * @param fanIndex the fan's place in `DEMO_FANS`; larger numbers are players beside them
 * @param show a show that the demo source lists
 * @returns null when the fan does not play that show
 * @throws RangeError when the show is not one of the demo band
 */
export function demoPicks(fanIndex: number, show: Pick<SourceShow, 'sourceId'>): Slots<string> | null {
  const number = showNumberOf(show.sourceId)
  if (number === null) throw new RangeError('demo fans play the shows of the demo band only')
  const fan = temperamentOf(fanIndex)
  const dice = namedDice(`picks of fan ${fanIndex} for show ${number}`)
  if (number < fan.firstShow || !dice.chance(fan.diligence)) return null
  return fillSlots(fan, number, dice)
}

function fillSlots(fan: Temperament, number: number, dice: Dice): Slots<string> {
  const weights = weighSongs(fan, number)
  const leavesGaps = dice.chance(0.2 - 0.15 * fan.skill)
  const fill = (place: Place): string | null => {
    const index = dice.pickIndex(weights[place])
    if (index === undefined) return null
    for (const ofPlace of Object.values(weights)) ofPlace[index] = 0
    return SONGBOOK[index]?.slug ?? null
  }
  const fillSet = (set: SetName) =>
    Array.from({ length: SET_SIZES[set] }, (_, index) => {
      const isFirst = set === 'set1' && index === 0
      const isEmpty = !isFirst && dice.chance(leavesGaps ? 0.35 : 0.01)
      return isEmpty ? null : fill(placeOf(set, index))
    })
  return { set1: fillSet('set1'), set2: fillSet('set2'), encore: fillSet('encore') }
}

/** How much a fan believes in each song of the songbook, for each place of a show. */
function weighSongs(fan: Temperament, number: number): Record<Place, number[]> {
  const records = recordsBefore(number)
  const appeals = SONGBOOK.map((song) => {
    const dueness = duenessOf(song, gapBefore(number, records.get(song)))
    const favour = fan.favourites.has(song) ? 6 : 1
    return { song, appeal: frequencyOf(song) ** (0.4 + fan.skill) * (dueness + 1 - fan.skill) * favour }
  })
  const weigh = (place: Place) =>
    appeals.map(({ song, appeal }) => appeal * (1 + fan.skill * (fitnessOf(song, place) - 1)))
  return {
    'set 1 opener': weigh('set 1 opener'),
    'set 1': weigh('set 1'),
    'set 1 closer': weigh('set 1 closer'),
    'set 2 opener': weigh('set 2 opener'),
    'set 2': weigh('set 2'),
    'set 2 closer': weigh('set 2 closer'),
    encore: weigh('encore'),
  }
}

function placeOf(set: SetName, index: number): Place {
  if (set === 'encore') return 'encore'
  const kind = set === 'set1' ? 'set 1' : 'set 2'
  if (index === 0) return `${kind} opener`
  return index === SET_SIZES[set] - 1 ? `${kind} closer` : kind
}
