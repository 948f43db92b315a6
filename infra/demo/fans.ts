import { SET_SIZES, type SetName, type Slots } from '@called-it/shared/game/setlist'
import type { SourceShow } from '../setlist-sources/source.ts'
import { type DemoSong, SONGS, showNumberOf } from './band.ts'
import { type Dice, namedDice } from './dice.ts'
import fanNames from './fans.json' with { type: 'json' }
import { DEMO_MAIL_DOMAIN } from './mail-domain.ts'
import { duenessOf, fitnessOf, frequencyOf, gapBefore, type Place, recordsBefore } from './setlists.ts'

export const DEMO_ACCOUNTS = [
  { email: `fan@${DEMO_MAIL_DOMAIN}`, displayName: 'Demo Fan', password: 'called-it-demo', isAdmin: false },
  {
    email: `admin@${DEMO_MAIL_DOMAIN}`,
    displayName: 'Demo Admin',
    password: 'called-it-demo',
    isAdmin: true,
  },
] as const

/** Their predictions fill the demo's boards. Nobody can log in as one of them. */
export const DEMO_FANS = fanNames.map((displayName, index) => ({
  displayName,
  email: `fan-${index + 1}@${DEMO_MAIL_DOMAIN}`,
}))

interface Temperament {
  /** From 0, picks at random, to 1, knows which songs are due and where they are played. */
  readonly skill: number
  readonly diligence: number
  readonly firstShow: number
  readonly favourites: ReadonlySet<DemoSong>
}

const frequencies = SONGS.map(frequencyOf)

function temperamentOf(fanIndex: number): Temperament {
  const dice = namedDice(`temperament of fan ${fanIndex}`)
  return {
    skill: dice.roll() ** 0.6,
    diligence: 0.35 + 0.6 * dice.roll(),
    firstShow: dice.chance(0.6) ? 0 : dice.between(1, 55),
    favourites: new Set(
      [1, 2, 3].map(() => SONGS[dice.pickIndex(frequencies) ?? 0]).filter((song) => song !== undefined),
    ),
  }
}

/**
 * A fan's prediction for a show of the demo, as song slugs: 8, 8 and 3 slots, some of them empty, never all.
 * The same fan and show always give the same picks. Null when the fan does not play that show.
 *
 * @param fanIndex index in `DEMO_FANS`; larger numbers are further players
 * @throws RangeError when the show is not one of the demo's
 */
export function demoPicks(fanIndex: number, show: Pick<SourceShow, 'sourceId'>): Slots<string> | null {
  const number = numberOf(show)
  const fan = temperamentOf(fanIndex)
  const dice = namedDice(`picks of fan ${fanIndex} for show ${number}`)
  if (number < fan.firstShow || !dice.chance(fan.diligence)) return null
  return fillSlots(fan, number, dice)
}

/** Like {@link demoPicks}, for a show that every fan plays. */
export function demoPicksOfEveryFan(fanIndex: number, show: Pick<SourceShow, 'sourceId'>): Slots<string> {
  const number = numberOf(show)
  return fillSlots(temperamentOf(fanIndex), number, namedDice(`picks of fan ${fanIndex} for show ${number}`))
}

function numberOf({ sourceId }: Pick<SourceShow, 'sourceId'>): number {
  const number = showNumberOf(sourceId)
  if (number === null) throw new RangeError('demo fans play the shows of the demo band only')
  return number
}

function fillSlots(fan: Temperament, number: number, dice: Dice): Slots<string> {
  const weights = weighSongs(fan, number)
  const leavesGaps = dice.chance(0.2 - 0.15 * fan.skill)
  const fill = (place: Place): string | null => {
    const index = dice.pickIndex(weights[place])
    if (index === undefined) return null
    for (const ofPlace of Object.values(weights)) ofPlace[index] = 0
    return SONGS[index]?.slug ?? null
  }
  const fillSet = (set: SetName) =>
    Array.from({ length: SET_SIZES[set] }, (_, index) => {
      const isFirst = set === 'set1' && index === 0
      const isEmpty = !isFirst && dice.chance(leavesGaps ? 0.35 : 0.01)
      return isEmpty ? null : fill(placeOf(set, index))
    })
  return { set1: fillSet('set1'), set2: fillSet('set2'), encore: fillSet('encore') }
}

function weighSongs(fan: Temperament, number: number): Record<Place, number[]> {
  const records = recordsBefore(number)
  const appeals = SONGS.map((song) => {
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
