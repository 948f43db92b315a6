import type { Song } from '@called-it/shared/contract/songs'
import { expect, test } from 'vitest'
import { readSetlistText, textOf } from './setlist-text.ts'

const song = (id: number, name: string, times_played = 1): Song => ({
  id,
  name,
  slug: `${id}`,
  times_played,
  gap: null,
  last_played: null,
})
const songs = [song(1, 'Brackish'), song(2, 'Owl Hours'), song(3, 'Porchlight', 9), song(4, 'porchlight', 2)]

test('lines are songs in their order, without case and empty lines', () => {
  const { setlist, unknown } = readSetlistText(
    { set1: ' owl hours \n\nBrackish\nOwl Hours', set2: '', encore: 'BRACKISH' },
    songs,
  )
  expect(setlist).toEqual({ set1: [{ id: 2 }, { id: 1 }, { id: 2 }], set2: [], encore: [{ id: 1 }] })
  expect(unknown).toEqual({ set1: [], set2: [], encore: [] })
})

test('a name of two songs means the more played one', () => {
  expect(readSetlistText({ set1: 'Porchlight', set2: '', encore: '' }, songs).setlist.set1).toEqual([
    { id: 3 },
  ])
})

test('what nobody knows is named with its set', () => {
  const { unknown } = readSetlistText({ set1: 'Brackish\nZebra', set2: 'Yak', encore: '' }, songs)
  expect(unknown).toEqual({ set1: ['Zebra'], set2: ['Yak'], encore: [] })
})

test('a setlist reads back as it was written', () => {
  const played = ({ id, name }: Song) => ({ id, name })
  const text = textOf({
    revision: 1,
    origin: 'source',
    set1: songs.slice(0, 2).map(played),
    set2: [],
    encore: songs.slice(2, 3).map(played),
    further: [],
    notes: null,
    createdAt: '2026-01-01T00:00:00Z',
  })
  expect(text).toEqual({ set1: 'Brackish\nOwl Hours', set2: '', encore: 'Porchlight' })
  expect(readSetlistText(text, songs).setlist.set1).toEqual([{ id: 1 }, { id: 2 }])
})
