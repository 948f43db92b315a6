import { namedDice } from '@called-it/infra/demo/dice'
import { machineCard } from '@called-it/shared/game/chance/card'
import { drawKickstart, placeKickstart } from '@called-it/shared/game/chance/kickstart'
import type { JudgedShow } from '@called-it/shared/game/chance/measures'
import { slotChances } from '@called-it/shared/game/chance/slots'
import type { PastShow, SongChance } from '@called-it/shared/game/chance/song-chance'
import { SLOT_PLACES } from '@called-it/shared/game/draft'
import { groupBySet } from '@called-it/shared/game/group-by-set'
import { createScorer } from '@called-it/shared/game/scoring'
import { type Picks, SET_NAMES, type SetName } from '@called-it/shared/game/setlist'

const KICKSTARTS_PER_SHOW = 20

/**
 * Per show: the points of the machine's card and of a kickstart, those that were expected of the card, and the songs
 * that two kickstarts share. `slots`: what each song in each slot of a card was expected to bring, and brought.
 */
export function measureCards(history: readonly PastShow[], judged: readonly JudgedShow[]) {
  const { roll } = namedDice('kickstarts')
  const first = history.length - judged.length
  const shows = history.slice(first).map((show, index) => {
    const score = createScorer(actualSetlist(show))
    const chances = (judged[index]?.chances ?? []).map((song) => ({ ...song, reasons: [] }))
    const songs = slotChances(history.slice(0, first + index), chances)
    const draws = Array.from({ length: KICKSTARTS_PER_SHOW }, () => drawKickstart(songs, roll))
    const kickstarts = draws.map(
      (draw) => score(placeKickstart(songs.filter(({ song }) => draw.includes(song)))).total,
    )
    const shared = draws
      .slice(1)
      .map((draw, index) => draws[index]?.filter((song) => draw.includes(song)).length ?? 0)
    const card = machineCard(songs)
    const brought = (song: number, slot: number) => score(cardOf(song, slot)).total
    return {
      card: score(card).total,
      expected: expectedOf(card, songs),
      kickstart: mean(kickstarts),
      shared: mean(shared),
      slots: {
        points: sum(songs.flatMap(({ song, expected }) => expected.map((_, slot) => brought(song, slot)))),
        expected: sum(songs.flatMap(({ expected }) => expected)),
      },
    }
  })
  return {
    card: mean(shows.map(({ card }) => card)),
    expected: mean(shows.map(({ expected }) => expected)),
    slots: {
      points: mean(shows.map(({ slots }) => slots.points)),
      expected: mean(shows.map(({ slots }) => slots.expected)),
    },
    kickstart: mean(shows.map(({ kickstart }) => kickstart)),
    shared: mean(shows.map(({ shared }) => shared)),
  }
}

function cardOf(song: number, slot: number): Picks {
  const setOf = (set: SetName) =>
    SLOT_PLACES.flatMap((one, at) => (one.set === set ? [at === slot ? song : null] : []))
  return { set1: setOf('set1'), set2: setOf('set2'), encore: setOf('encore') }
}

function expectedOf(card: Picks, songs: readonly SongChance[]): number {
  const ofSongs = new Map(songs.map(({ song, expected }) => [song, expected]))
  const picked = SET_NAMES.flatMap((set) => card[set])
  return sum(picked.map((song, slot) => ofSongs.get(song ?? 0)?.[slot] ?? 0))
}

function actualSetlist({ sets }: PastShow) {
  return groupBySet(sets.flatMap(({ set, songs }) => songs.map((song) => ({ set, song }))))
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
