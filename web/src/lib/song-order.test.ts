import type { Song } from '@called-it/shared/contract/songs'
import { describe, expect, test } from 'vitest'
import { clickOrder, FIRST_ORDER, listSongs } from './song-order.ts'

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
    expect(names(listSongs(songs, '', FIRST_ORDER))).toEqual([
      'owl hours',
      'Brackish',
      'Magnolia Engine',
      'Owl',
    ])
  })

  test('reverses the active sort key and starts another in its direction', () => {
    expect(clickOrder(FIRST_ORDER, 'plays')).toEqual({ key: 'plays', descending: false })
    const alphabetical = clickOrder(FIRST_ORDER, 'az')
    expect(alphabetical).toEqual({ key: 'az', descending: false })
    expect(clickOrder(alphabetical, 'az')).toEqual({ key: 'az', descending: true })
    expect(clickOrder({ key: 'az', descending: true }, 'plays')).toEqual(FIRST_ORDER)
  })

  test('sorts names without case', () => {
    expect(names(listSongs(songs, '', { key: 'az', descending: false }))).toEqual([
      'Brackish',
      'Magnolia Engine',
      'Owl',
      'owl hours',
    ])
  })

  test('finds any part of a name, without case', () => {
    expect(names(listSongs(songs, ' OWL ', FIRST_ORDER))).toEqual(['owl hours', 'Owl'])
    expect(listSongs(songs, 'zebra', FIRST_ORDER)).toEqual([])
  })

  test('finds a song by the name of one that is merged into it', () => {
    const merged = { ...song('Tin Kite', 1), also_named: ['Zebra Kite'] }
    expect(names(listSongs([...songs, merged], 'zebra', FIRST_ORDER))).toEqual(['Tin Kite'])
  })

  test('treats a search as text, not as a pattern', () => {
    expect(listSongs(songs, '.*', FIRST_ORDER)).toEqual([])
  })
})
