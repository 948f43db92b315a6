import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { describe, expect, test } from 'vitest'
import { createFileSource } from './file-source.ts'

/** Reading 6 MB takes a fraction of a second, and much longer while other tests use both cores. */
const TIMEOUT = 60_000

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  const rows = createFileSource({ paths: [join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv')] })

  test('reads every row, show and tour of 42 years', { timeout: TIMEOUT }, async () => {
    const shows = await rows.listShows()
    expect(shows).toHaveLength(1967)
    expect(await rows.listTours()).toHaveLength(114)
    expect(shows.filter((show) => show.excluded)).toHaveLength(67)

    let entries = 0
    const positions = new Map<string, number>()
    for (const show of shows) {
      const setlist = await rows.findSetlist(show)
      entries += setlist?.entries.length ?? 0
      for (const { set } of setlist?.entries ?? []) positions.set(set, (positions.get(set) ?? 0) + 1)
    }
    expect(entries).toBe(38_703)
    expect(Object.fromEntries(positions)).toEqual({
      1: 19_052,
      2: 15_851,
      3: 783,
      4: 11,
      e: 2948,
      e2: 57,
      e3: 1,
    })
  })

  test('counts plays like the band’s statistics', { timeout: TIMEOUT }, async () => {
    const known: readonly { songid: number; times_played: number; gap: number; last_played: string }[] =
      JSON.parse(readFileSync(join(REAL_SETLISTS, 'songs-computed.json'), 'utf8'))
    const counted = new Map((await rows.listSongs()).map((song) => [song.sourceId, song]))
    expect(known).toHaveLength(958)
    for (const song of known) {
      expect(counted.get(String(song.songid))).toMatchObject({
        timesPlayed: song.times_played,
        gap: song.gap,
        lastPlayed: song.last_played,
      })
    }
  })

  test('reads the whole folder', { timeout: TIMEOUT }, async () => {
    const folder = createFileSource({ paths: [REAL_SETLISTS, join(REAL_SETLISTS, 'phishnet-v5')] })
    const [shows, songs] = await Promise.all([folder.listShows(), folder.listSongs()])
    // 1,967 with setlists, the others listed as shows only.
    expect(shows.length).toBeGreaterThan(1967)
    expect(songs).toHaveLength(977)
    await expect(folder.listNotes?.()).resolves.toEqual([])
  })
})
