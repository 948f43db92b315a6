import { english } from '@called-it/languages/texts'
import { describe, expect, test } from 'vitest'
import { songChangeInWords } from './song-change-words.ts'

describe('words of a changed song', () => {
  const place = { set: 'set2', position: 4, special: null }
  const song = { id: 1, name: 'Ghost', before: [place], after: [place], countsAs: null }

  test.each([
    [{ before: [{ ...place, position: 3 }] }, 'Ghost moved to set 2, slot 4'],
    [{ after: [{ ...place, special: 'closes' as const }] }, 'Ghost closes set 2'],
    [{ before: [], countsAs: 'Spirit' }, 'Ghost counts as Spirit'],
    [{ after: [] }, 'Ghost was not played'],
    [{}, 'Ghost now counts as one with other songs'],
  ])('says for %j: %s', (change, words) => {
    expect(songChangeInWords({ ...song, ...change }, english)).toBe(words)
  })
})
