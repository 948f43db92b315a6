import type { Song } from '@called-it/shared/contract/songs'
import { expect, test } from 'vitest'
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

test('the most played songs come first, equals by name', () => {
  expect(names(listSongs(songs, '', FIRST_ORDER))).toEqual([
    'owl hours',
    'Brackish',
    'Magnolia Engine',
    'Owl',
  ])
})

test('a click on the active key turns it round, on the other starts that one', () => {
  expect(clickOrder(FIRST_ORDER, 'plays')).toEqual({ key: 'plays', descending: false })
  const alphabetical = clickOrder(FIRST_ORDER, 'az')
  expect(alphabetical).toEqual({ key: 'az', descending: false })
  expect(clickOrder(alphabetical, 'az')).toEqual({ key: 'az', descending: true })
  expect(clickOrder({ key: 'az', descending: true }, 'plays')).toEqual(FIRST_ORDER)
})

test('the alphabet knows no case', () => {
  expect(names(listSongs(songs, '', { key: 'az', descending: false }))).toEqual([
    'Brackish',
    'Magnolia Engine',
    'Owl',
    'owl hours',
  ])
})

test('a search finds any part of a name, without case', () => {
  expect(names(listSongs(songs, ' OWL ', FIRST_ORDER))).toEqual(['owl hours', 'Owl'])
  expect(listSongs(songs, 'zebra', FIRST_ORDER)).toEqual([])
})

test('a search is text and not a pattern', () => {
  expect(listSongs(songs, '.*', FIRST_ORDER)).toEqual([])
})
