import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dropKeptSong, findKeptSong, type KeptSong, keepSong } from './kept-song.ts'

const song: KeptSong = {
  showId: 7,
  venue: 'Oystershell Pier',
  songId: 31,
  songName: 'Bring the Ladder',
  set: 'set1',
  slot: 1,
}

beforeEach(() => localStorage.clear())

describe('kept song', () => {
  test('is the one that was kept last, for 24 hours', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    keepSong({ ...song, songId: 32 })
    keepSong(song)
    expect(findKeptSong()).toEqual(song)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(findKeptSong()).toBeNull()
  })

  test('is none once dropped, and where the storage has something else', () => {
    keepSong(song)
    dropKeptSong()
    expect(findKeptSong()).toBeNull()
    localStorage.setItem('called-it:song', 'something else')
    expect(findKeptSong()).toBeNull()
  })
})
