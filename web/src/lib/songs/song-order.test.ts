import type { Song } from '@called-it/shared/contract/songs'
import { describe, expect, test } from 'vitest'
import { clickOrder, FIRST_ORDER, sortSongs } from './song-order.ts'

const song = (name: string, times_played: number): Song => ({
  id: name.length,
  name,
  slug: name,
  times_played,
  gap: null,
  last_played: null,
})
const songs = [song('Brackish', 12), song('owl hours', 40), song('Magnolia Engine', 12), song('Owl', 3)]
const names = (list: readonly Song[]) => list.map(({ name }) => name)

describe('song list', () => {
  test('puts the most played songs first, ties by name', () => {
    expect(names(sortSongs(songs, FIRST_ORDER))).toEqual(['owl hours', 'Brackish', 'Magnolia Engine', 'Owl'])
  })

  test('reverses the active sort key and starts another in its direction', () => {
    expect(clickOrder(FIRST_ORDER, 'plays')).toEqual({ key: 'plays', descending: false })
    const alphabetical = clickOrder(FIRST_ORDER, 'az')
    expect(alphabetical).toEqual({ key: 'az', descending: false })
    expect(clickOrder(alphabetical, 'az')).toEqual({ key: 'az', descending: true })
    expect(clickOrder({ key: 'az', descending: true }, 'plays')).toEqual(FIRST_ORDER)
  })

  test('sorts names without case', () => {
    expect(names(sortSongs(songs, { key: 'az', descending: false }))).toEqual([
      'Brackish',
      'Magnolia Engine',
      'Owl',
      'owl hours',
    ])
  })

  test('sorts by a value, then as by plays', () => {
    const rankValue = ({ name }: Song) => name.length
    expect(
      names(sortSongs([...songs, song('Zinc', 1)], { key: 'chance', descending: true }, rankValue)),
    ).toEqual(['Magnolia Engine', 'owl hours', 'Brackish', 'Zinc', 'Owl'])
    expect(names(sortSongs(songs, { key: 'due', descending: true }))).toEqual(
      names(sortSongs(songs, FIRST_ORDER)),
    )
  })
})
