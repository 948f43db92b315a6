import type { Song } from '@called-it/shared/contract/songs'
import { expect, test } from 'vitest'
import { suggestSongs } from './suggest-songs.ts'

const song = (
  id: number,
  times_played: number,
  gap: number | null,
  last_played: string | null = null,
): Song => ({
  id,
  name: `Song ${id}`,
  slug: `song-${id}`,
  times_played,
  gap,
  last_played,
})
const crowd = {
  players: 50,
  card: { set1: [], set2: [], encore: [] },
  songs: [
    { id: 1, name: 'Song 1', players: 17, chance: null },
    { id: 2, name: 'Song 2', players: 9, chance: null },
  ],
  openers: [],
}
const known = {
  songs: [song(1, 5, 1), song(3, 100, 0, '2031-03-04'), song(4, 40, 4), song(5, 50, 1), song(6, 90, 99)],
  crowd,
  played: new Set<number>(),
  showdate: '2031-03-05',
}
const inWords = (suggestions: ReturnType<typeof suggestSongs>) =>
  suggestions.map(({ song: { id }, reason }) => `${id}: ${reason}`)

test("lists the crowd's picks first, then songs that are due", () => {
  expect(inWords(suggestSongs(known, 8))).toEqual([
    '1: 34 % picked it',
    '2: 18 % picked it',
    '4: due: gap 4',
    '5: gap 1',
    '6: gap 99',
    '3: played last night',
  ])
})

test('leaves out what was played, and does without the crowd', () => {
  expect(inWords(suggestSongs({ ...known, played: new Set([1, 4]) }, 2))).toEqual([
    '2: 18 % picked it',
    '5: gap 1',
  ])
  const bare = { ...known, songs: [song(1, 5, null), song(2, 9, 0, '2031-02-01')], crowd: null }
  expect(inWords(suggestSongs(bare, 8))).toEqual(['1: played 5 times', '2: played last show'])
})

test('gives no share of more than 100 percent without players', () => {
  const nobody = { ...crowd, players: 0, songs: [] }
  expect(suggestSongs({ ...known, songs: [], crowd: nobody }, 8)).toEqual([])
})
