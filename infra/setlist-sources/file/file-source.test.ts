import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileFolders, csv } from '@called-it/tests/support/setlist-sources/file-folders'
import {
  testPerformance,
  testSetlist,
  testShow,
  testSong,
} from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { describe, expect, test } from 'vitest'
import { createFileSource } from './file-source.ts'

const { writeFolder, openFolder, listFaults } = createFileFolders()

const FIRST = testSetlist({ 1: ['A', 'BB'], e: ['CCC'] })
const SECOND = testSetlist({ 1: ['BB'], 2: ['A', 'A'] }, { showid: 502, showdate: '2026-02-01' })

describe('setlist file', () => {
  test.each([
    ['CSV', { 'rows.csv': csv([...SECOND, ...FIRST]) }],
    ['CSV with a byte order mark', { 'rows.csv': `\ufeff${csv([...SECOND, ...FIRST])}\r\n\r\n` }],
    ['JSON', { 'rows.json': [...SECOND, ...FIRST] }],
    [
      'responses of the site',
      { 'a.json': { error: false, data: FIRST }, 'b.json': { error: false, data: SECOND } },
    ],
  ])('lists shows, tours, songs and setlists from %s', async (_, files) => {
    const source = await openFolder(files)
    const shows = await source.listShows()
    expect(shows.map((show) => [show.sourceId, show.date, show.venue, show.tourSourceId])).toEqual([
      ['501', '2026-01-30', 'Driftglass Amphitheater', '9'],
      ['502', '2026-02-01', 'Driftglass Amphitheater', '9'],
    ])
    await expect(source.listTours()).resolves.toEqual([
      {
        sourceId: '9',
        name: '2026 Winter Tour',
        startDate: '2026-01-30',
        endDate: '2026-02-01',
        description: null,
      },
    ])
    const songs = await source.listSongs()
    expect(songs.map((song) => [song.name, song.timesPlayed, song.gap, song.lastPlayed]).toSorted()).toEqual([
      ['A', 2, 0, '2026-02-01'],
      ['BB', 2, 0, '2026-02-01'],
      ['CCC', 1, 1, '2026-01-30'],
    ])
    const setlist = await source.findSetlist({ sourceId: '501', date: '2026-01-30' })
    expect(setlist).toMatchObject({ showSourceId: '501', text: 'Set 1: A, BB\nEncore: CCC', excluded: false })
    await expect(source.listNotebookSongs()).resolves.toBeNull()
  })

  test('reads commas, quotes and line breaks in fields', async () => {
    const source = await openFolder({
      'rows.csv': csv([testPerformance({ song: 'Low Ceiling, "High" Water', footnote: 'One.\nTwo.' })]),
    })
    const setlist = await source.findSetlist({ sourceId: '501', date: '2026-01-30' })
    expect(setlist?.text).toBe('Set 1: Low Ceiling, "High" Water')
    expect(setlist?.notes).toBe('Low Ceiling, "High" Water: One. Two.')
  })

  test.each([
    ['setlists', { 'rows.json': [...FIRST.map((row) => ({ ...row, songid: '' })), ...SECOND] }],
    ['a list of songs', { 'rows.json': [...FIRST, ...SECOND], 'songs.json': [{ song: 'A', slug: 'a' }] }],
  ])('lists a song once when %s lack its id', async (_, files) => {
    const songs = await (await openFolder(files)).listSongs()
    expect(songs.filter(({ name }) => name !== 'CCC')).toMatchObject([
      { name: 'A', sourceId: expect.any(String) },
      { name: 'BB', sourceId: expect.any(String), timesPlayed: 2 },
    ])
  })

  test('counts the evening of two shows on one day as the later one', async () => {
    const evening = testSetlist({ 1: ['A', 'BB'] }, { showid: 'evening', starts_local: '20:00' })
    const matinee = testSetlist({ 1: ['A', 'CCC'] }, { showid: 'matinee', starts_local: '15:00' })
    const source = await openFolder({ 'rows.json': [...evening, ...matinee] })
    expect((await source.listShows()).map((show) => show.sourceId)).toEqual(['matinee', 'evening'])
    const songs = await source.listSongs()
    expect(Object.fromEntries(songs.map((song) => [song.name, song.gap]))).toEqual({ A: 0, BB: 0, CCC: 1 })
  })

  test('counts neither excluded shows nor soundchecks', async () => {
    const source = await openFolder({
      'rows.json': [
        ...FIRST,
        ...testSetlist({ s: ['A'], 1: ['CCC'] }, { showid: 502, showdate: '2026-02-01' }),
        ...testSetlist({ 1: ['A', 'DDDD'] }, { showid: 503, showdate: '2026-02-02', exclude: 1 }),
      ],
    })
    const songs = await source.listSongs()
    expect(Object.fromEntries(songs.map((song) => [song.name, [song.timesPlayed, song.gap]]))).toEqual({
      A: [1, 1],
      BB: [1, 1],
      CCC: [2, 0],
      DDDD: [0, null],
    })
    expect(songs.filter(({ onlyExcluded }) => onlyExcluded).map(({ name }) => name)).toEqual(['DDDD'])
    const shows = await source.listShows()
    expect(shows.map((show) => show.excluded)).toEqual([false, false, true])
    const setlist = await source.findSetlist({ sourceId: '503', date: '2026-02-02' })
    expect(setlist?.exclusionReason).toBe('the file leaves this show out of its statistics')
  })
})

describe('times of a show in a file', () => {
  const times = { time_zone: ' America/Denver', starts_local: '19:30', locks_at: '2026-01-30T19:45:00-07:00' }
  const unknown = { timeZone: null, startsLocal: null, locksAt: null, coordinates: null }

  test.each([
    ['setlists as CSV', { 'rows.csv': csv([testPerformance(times)]) }],
    ['shows as CSV', { 'shows.csv': csv([testShow(times)]) }],
    ['shows as JSON', { 'shows.json': [testShow(times)] }],
  ])('reads them from %s', async (_, files) => {
    const source = await openFolder(files)
    const [show] = await source.listShows()
    expect(show?.times).toEqual({
      timeZone: 'America/Denver',
      startsLocal: '19:30',
      locksAt: '2026-01-31T02:45:00.000Z',
      coordinates: null,
    })
    await expect(source.listNotes?.()).resolves.toEqual([])
  })

  test.each([
    ['missing', {}],
    ['empty', { time_zone: '', starts_local: ' ', locks_at: '' }],
    ['null', { time_zone: null, starts_local: null, locks_at: null }],
  ])('leaves them unknown where they are %s', async (_, fields) => {
    const [show] = await (await openFolder({ 'shows.json': [testShow(fields)] })).listShows()
    expect(show?.times).toEqual(unknown)
  })

  test.each([
    ...['EST', 'UTC', '+05:30', 'America/Nowhere', 7].map((value) => ['time_zone', value] as const),
    ...['7:30 PM', '24:00', '7:30', '19:30:00'].map((value) => ['starts_local', value] as const),
    ...['2026-01-30T19:30:00', '2026-01-30', '0000-01-01T00:00:00Z'].map(
      (value) => ['locks_at', value] as const,
    ),
  ])('names file, row and field of the invalid %s %s', async (column, value) => {
    const { listed } = await listFaults({ 'shows.json': [testShow(), testShow({ [column]: value })] })
    const message = expect.stringMatching(/^is not /)
    expect(listed).toEqual([{ file: 'shows.json', row: 2, show: '501', field: column, message }])
  })
})

describe('unknown columns of files', () => {
  test('names them with their file', async () => {
    const source = await openFolder({
      'rows.csv': csv([testPerformance({ tracktime: '', ' lock_time ': '19:30', '': '' })]),
      'shows.json': [testShow({ permalink: '' }), testShow({ showid: 502, doors: '18:00' })],
      'songs.json': [testSong({ debut: '' })],
    })
    await expect(source.listNotes?.()).resolves.toEqual([
      'Columns that are not read: lock_time (rows.csv), doors (shows.json).',
    ])
  })

  test('names them in every file, also in one that is refused', async () => {
    const source = await openFolder({
      'a.csv': 'Date,Hall,Song\n2026-05-01,Old Mill,Anchor',
      'b.csv': 'mood\nfine',
      'c.csv': 'song,mood\nAnchor,fine',
    })
    await expect(source.listShows()).rejects.toThrow('a.csv: holds setlists')
    await expect(source.listNotes?.()).resolves.toEqual([
      'Columns that are not read: Hall (a.csv), mood (b.csv), mood (c.csv).',
    ])
  })
})

describe('folder of files', () => {
  test('prefers the song file and counts songs that it lacks', async () => {
    const source = await openFolder({
      'rows.csv': csv(FIRST),
      'songs.json': [testSong({ songid: 1, song: 'A', slug: 'a', times_played: 400, gap: 5 })],
    })
    const songs = await source.listSongs()
    expect(songs.map((song) => [song.sourceId, song.timesPlayed, song.gap])).toEqual([
      ['1', 400, 5],
      ['2', 1, 0],
      ['3', 1, 0],
    ])
  })

  test('takes a listed song that was never counted for excluded where its rows are', async () => {
    const named = (name: string, songid: number, times_played: number | null) =>
      testSong({ songid, song: name, slug: name.toLowerCase(), times_played })
    const rows = testSetlist({ 1: ['A', 'BB', 'CCC'] }, { exclude: 1 })
    const ids = Object.fromEntries(rows.map(({ song, songid }) => [song, Number(songid)]))
    const source = await openFolder({
      'rows.csv': csv(rows),
      'songs.json': [named('A', ids.A ?? 0, 0), named('BB', ids.BB ?? 0, 3), named('New', 99, 0)],
    })
    const songs = await source.listSongs()
    expect(Object.fromEntries(songs.map(({ name, onlyExcluded }) => [name, onlyExcluded]))).toEqual({
      A: true,
      BB: false,
      CCC: true,
      New: false,
    })
  })

  test('lists upcoming shows from a file of shows', async () => {
    const source = await openFolder({
      'rows.json': FIRST,
      'shows.json': { error: false, data: [testShow(), testShow({ showid: 504, showdate: '2026-03-01' })] },
    })
    const shows = await source.listShows()
    expect(shows.map((show) => show.sourceId)).toEqual(['501', '504'])
    await expect(source.findSetlist({ sourceId: '504', date: '2026-03-01' })).resolves.toBeNull()
  })

  test.each(['a-shows.csv', 'z-shows.csv'])(
    'describes a show as the list of shows does: %s',
    async (file) => {
      const show = { showid: 501, showdate: '2026-01-30', venue: 'Hall', time_zone: 'Europe/Oslo' }
      const source = await openFolder({
        [file]: csv([show]),
        'rows.csv': csv(FIRST.map(({ venue: _, ...row }) => row)),
      })
      expect(await source.listShows()).toMatchObject([{ venue: 'Hall', times: { timeZone: 'Europe/Oslo' } }])
    },
  )

  test('reads neither hidden files nor those of other kinds', async () => {
    const source = await openFolder({ 'a.json': FIRST, '._a.json': '\0\x05', 'notes.txt': 'not read' })
    expect(await source.listShows()).toHaveLength(1)
  })

  test('reads a single file or several', async () => {
    const folder = await writeFolder({ 'a.json': FIRST, 'b.json': SECOND })
    const one = createFileSource({ paths: [join(folder, 'b.json')] })
    expect(await one.listShows()).toHaveLength(1)
    const both = createFileSource({ paths: [join(folder, 'a.json'), join(folder, 'b.json')] })
    expect(await both.listShows()).toHaveLength(2)
  })

  test('reads a changed file again', async () => {
    const folder = await writeFolder({ 'a.json': FIRST })
    const source = createFileSource({ paths: [folder] })
    expect(await source.listShows()).toHaveLength(1)
    await writeFile(join(folder, 'a.json'), JSON.stringify([...FIRST, ...SECOND]))
    expect(await source.listShows()).toHaveLength(2)
  })
})

describe('file source failure', () => {
  test('keeps no failed reading', async () => {
    const folder = await writeFolder({ 'a.json': '[' })
    const at = new Date(0)
    const write = async (content: string) => {
      await writeFile(join(folder, 'a.json'), content)
      // The same size and time: nothing shows that the file has changed.
      await utimes(join(folder, 'a.json'), at, at)
    }
    const source = createFileSource({ paths: [folder] })
    await write(JSON.stringify(FIRST).replace(']', ' '))
    await expect(source.listShows()).rejects.toThrow('is not JSON')
    await write(JSON.stringify(FIRST))
    expect(await source.listShows()).toHaveLength(1)
  })

  test('hides the folder of a missing path and recovers when it exists', async () => {
    const folder = await writeFolder({})
    const source = createFileSource({ paths: [join(folder, 'rows.json')] })
    await expect(source.listShows()).rejects.toThrow(/^rows\.json: cannot be read \(ENOENT\)$/)
    await writeFile(join(folder, 'rows.json'), JSON.stringify(FIRST))
    expect(await source.listShows()).toHaveLength(1)
  })
})
