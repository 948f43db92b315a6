import { songChance } from '@called-it/tests/support/chance-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countPicks, SET_NAMES } from '../setlist.ts'
import { machineCard } from './card.ts'
import type { SongChance } from './song-chance.ts'

const chance = fc.double({ min: 0, max: 1, noNaN: true })
const songChances = fc
  .array(fc.tuple(chance, fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { maxLength: 19 })), {
    maxLength: 40,
  })
  .map((songs) => songs.map(([ofSong, slots], index) => songChance(index + 1, ofSong, slots)))

describe('machineCard', () => {
  test('fills the card with different songs, the same for any order of them', () => {
    fc.assert(
      fc.property(songChances, (songs) => {
        const card = machineCard(songs)
        const picked = pickedOf(card).filter((song) => song !== null)

        expect(new Set(picked).size).toBe(Math.min(19, songs.length))
        expect(countPicks(card)).toBe(picked.length)
        expect(machineCard(songs.toReversed())).toEqual(card)
      }),
    )
  })

  test('expects at least the points of the likeliest songs in any order', () => {
    fc.assert(
      fc.property(songChances, (songs) => {
        const likeliest = songs.toSorted((a, b) => b.chance - a.chance).map(({ song }) => song)

        expect(pointsOf(songs, pickedOf(machineCard(songs)))).toBeGreaterThanOrEqual(
          pointsOf(songs, likeliest.slice(0, 19)) - 1e-6,
        )
      }),
    )
  })

  test('takes its songs from the 70 likeliest', () => {
    const likely = Array.from({ length: 70 }, (_, index) => songChance(index + 1, 0.5))
    const unlikely = songChance(99, 0.4, [9])

    expect(pickedOf(machineCard([unlikely, ...likely]))).not.toContain(99)
    expect(pickedOf(machineCard([unlikely, ...likely.slice(1)]))[0]).toBe(99)
  })
})

function pickedOf(card: ReturnType<typeof machineCard>) {
  return SET_NAMES.flatMap((set) => card[set])
}

function pointsOf(songs: SongChance[], picked: readonly (number | null)[]): number {
  const bySong = new Map(songs.map((song) => [song.song, song]))
  return picked.reduce<number>((sum, song, slot) => sum + (bySong.get(song ?? 0)?.expected[slot] ?? 0), 0)
}
