import { namedDice } from '@called-it/infra/demo/dice'
import type { PastShow } from '@called-it/shared/game/chance/song-chance'

const SONGS_PER_SHOW = 8
const CATALOGUE = Array.from({ length: 40 }, (_, index) => index + 1)

const usualGapOf = (song: number) => 3 + song / 4

const appealOf = (song: number, gap: number) => Math.max(0.001, gap / usualGapOf(song) - 0.6) ** 3

/** Shows of a band that plays its favourites every few shows and others seldom: two nights each, tours of 20. */
export function generatedShows(count: number, name = 'generated shows'): readonly PastShow[] {
  const dice = namedDice(name)
  const lastShow = new Map<number, number>()
  return Array.from({ length: count }, (_, index) => {
    const songs: number[] = []
    const gapOf = (song: number) => index - (lastShow.get(song) ?? -usualGapOf(song))
    while (songs.length < SONGS_PER_SHOW) {
      const song = dice.pick(CATALOGUE, (one) => (songs.includes(one) ? 0 : appealOf(one, gapOf(one))))
      if (song === undefined) break
      songs.push(song)
      lastShow.set(song, index)
    }
    return {
      day: 20_000 + index * 2 + Math.floor(index / 20) * 40,
      venue: `venue ${Math.floor(index / 2) % 15}`,
      tour: Math.floor(index / 20),
      sets: [
        { set: 'set1', songs: songs.slice(0, 4) },
        { set: 'set2', songs: songs.slice(4) },
      ],
    }
  })
}

/** Runs work that other work may interrupt to its end. */
export function finish<Result>(work: Generator<void, Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}
