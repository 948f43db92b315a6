import { createFileFolders, csv } from '@called-it/tests/support/setlist-sources/file-folders'
import {
  testPerformance,
  testSetlist,
  testShow,
  testSong,
} from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { describe, expect, test } from 'vitest'
import { describeFaults, printFault } from '../faults.ts'

const { openFolder, listFaults } = createFileFolders()

const SETLISTS = [501, 502, 503].flatMap((showid) => testSetlist({ 1: ['A', 'BB', 'CCC'] }, { showid }))
const brokenAt = (index: number, fields: object) =>
  SETLISTS.map((row, at) => (at === index ? { ...row, ...fields } : row))
const showOf = (sourceId: string) => ({ sourceId, date: '2026-01-30' })

async function openFaulty(files: Readonly<Record<string, unknown>>) {
  const source = await openFolder(files)
  const faults = await source.listFaults?.()
  const shows = await source.listShows()
  const failed: string[] = []
  for (const show of ['501', '502', '503'])
    await source.findSetlist(showOf(show)).catch(() => failed.push(show))
  return { source, faults, failed, shows: shows.map((show) => show.sourceId) }
}

describe('broken row', () => {
  test.each([
    ['showdate', '1899-12-31', 'is before 1900: 1899-12-31'],
    ['showdate', '30.01.2026', 'is not a day, YYYY-MM-DD: 30.01.2026'],
    ['showdate', '1/30/2026', 'is not a day, YYYY-MM-DD: 1/30/2026'],
    ['showdate', '30-Jan-26', 'is not a day, YYYY-MM-DD: 30-Jan-26'],
    ['showdate', '20260130', 'is not a day, YYYY-MM-DD: 20260130'],
    ['showdate', '46052', "is not a day, YYYY-MM-DD: 46052, perhaps a spreadsheet's day number?"],
    ['showdate', '46052.8125', "is not a day, YYYY-MM-DD: 46052.8125, perhaps a spreadsheet's day number?"],
    ['showdate', ' ', 'is not a day, YYYY-MM-DD: nothing'],
    ['showdate', `<b>${'x'.repeat(90)}</b>`, `is not a day, YYYY-MM-DD: ${'x'.repeat(40)}`],
    ['set', 'main', 'is not a set: 1, 2, …, e, e2, … or s'],
    ['song', '', 'is empty'],
    ['song', '<b><i></i></b>', 'holds nothing but markup'],
    ['venue', '<img src="hall.png">', 'holds nothing but markup'],
    ['exclude', 'maybe', 'is neither 0 nor 1'],
    ['time_zone', 'EST', 'is not the name of a time zone, such as America/Denver'],
  ])('stops the setlist of its show only: %s %s', async (field, value, message) => {
    const { source, faults, failed, shows } = await openFaulty({
      'rows.csv': csv(brokenAt(4, { [field]: value }).map((row) => ({ time_zone: '', ...row }))),
    })
    const fault = { file: 'rows.csv', row: 5, show: '502', field, message }
    expect(faults).toMatchObject({ count: 1, listed: [fault], stop: null, hasNamelessShow: false })
    expect([failed, shows, [...(faults?.shows ?? [])]]).toEqual([['502'], ['501', '502', '503'], ['502']])
    await expect(source.findSetlist(showOf('502'))).rejects.toThrow(`show 502: ${printFault(fault)}`)
  })

  test('reports each field of each row, in all files', async () => {
    const { listed, count } = await listFaults({
      'rows.csv': csv(brokenAt(4, { set: 'main', song: '' })),
      'shows.json': [testShow(), testShow({ showid: 504, showdate: 'soon', venue: '<p>' }), 7],
      'songs.json': [testSong({ song: '' })],
    })
    expect(listed.map(({ file, row, show, field }) => [file, row, show, field])).toEqual([
      ['rows.csv', 5, '502', 'set'],
      ['rows.csv', 5, '502', 'song'],
      ['shows.json', 2, '504', 'showdate'],
      ['shows.json', 2, '504', 'venue'],
      ['shows.json', 3, null, null],
      ['songs.json', 1, null, 'song'],
    ])
    expect(count).toBe(6)
  })

  test('shows a day that is a number in JSON', async () => {
    const { listed } = await listFaults({ 'shows.json': [testShow({ showdate: 46052 })] })
    const message = "is not a day, YYYY-MM-DD: 46052, perhaps a spreadsheet's day number?"
    expect(listed).toMatchObject([{ field: 'showdate', message }])
  })

  test('leaves the time after a day out', async () => {
    const { count } = await listFaults({ 'shows.json': [testShow({ showdate: '2026-01-30 00:00:00' })] })
    expect(count).toBe(0)
  })

  test('leaves out its show in a list of shows', async () => {
    const { faults, failed, shows } = await openFaulty({
      'rows.json': SETLISTS,
      'shows.json': [testShow({ showid: 502, locks_at: 'noon' })],
    })
    expect([failed, shows]).toEqual([['502'], ['501', '503']])
    expect(faults?.shows).toEqual(new Set(['502']))
  })

  test('leaves a song to its setlists', async () => {
    const { source, failed } = await openFaulty({
      'rows.json': SETLISTS,
      'songs.json': [testSong({ songid: 1, song: '<b></b>', times_played: 400 }), testSong({ songid: 9 })],
    })
    const songs = await source.listSongs()
    expect(songs.map((song) => [song.sourceId, song.timesPlayed])).toEqual([
      ['1', 3],
      ['2', 3],
      ['3', 3],
      ['9', 41],
    ])
    expect(failed).toEqual([])
  })

  test('stops the shows around it when it names none', async () => {
    const { faults, failed, shows } = await openFaulty({ 'rows.json': brokenAt(3, { showid: '' }) })
    expect([failed, shows]).toEqual([
      ['501', '502'],
      ['501', '502', '503'],
    ])
    expect(faults).toMatchObject({ count: 1, listed: [{ row: 4, show: null }], hasNamelessShow: true })
  })
})

describe('broken line of a CSV file', () => {
  const lines = csv(
    SETLISTS.map(({ showid, showdate, set, song }) => ({ showid, showdate, set, song })),
  ).split('\r\n')
  const withLine = (number: number, line: string) => ({ 'rows.csv': lines.with(number, line).join('\n') })

  test.each([
    ['fields that are missing', '502,2026-01-30,1', 'has 3 fields instead of 4'],
    ['fields too many', '502,2026-01-30,1,A,B', 'has 5 fields instead of 4'],
    ['a quote that is not closed', '502,2026-01-30,1,"A', /^has a stray quote/],
    ['an early quote that is not closed', '502,2026-01-30,"1,A', /^has a stray quote/],
    ['a quote in a field', '502,2026-01-30,1,A "B"', /^has a stray quote/],
    ['text after a quote', '502,2026-01-30,1,"A"B', /^has a stray quote/],
  ])('is one row: %s', async (_, line, message) => {
    const { faults, failed, shows } = await openFaulty(withLine(5, line))
    const matching = typeof message === 'string' ? message : expect.stringMatching(message)
    expect(faults?.listed).toEqual([
      { file: 'rows.csv', row: 5, show: '502', field: null, message: matching },
    ])
    expect([failed, shows]).toEqual([['502'], ['501', '502', '503']])
  })

  test('swallows no rows after a quote that is not closed', async () => {
    const { source, failed } = await openFaulty(withLine(6, '502,2026-01-30,1,"CCC'))
    expect(failed).toEqual(['502'])
    expect(await source.findSetlist(showOf('503'))).toMatchObject({ text: 'Set 1: A, BB, CCC' })
  })

  test('swallows no rows between two such quotes', async () => {
    const row = '503,2026-01-30,1,A'
    const broken = lines.toSpliced(6, 3, '502,2026-01-30,1,"CCC', row, '503,2026-01-30,1,",BB')
    const { faults } = await openFaulty({ 'rows.csv': broken.join('\n') })
    expect(faults?.listed).toMatchObject([
      { row: 6, show: '502' },
      { row: 8, show: '503' },
    ])
  })

  test('swallows no rows between tabs, where quotes are characters', async () => {
    const rows = SETLISTS.map(({ showid, showdate, song }) => [showid, showdate, '1', `${song} "live"`])
    const broken = rows.with(4, [502, '2026-01-30', '1', '"BB'])
    const { faults } = await openFaulty({
      'rows.tsv': [['showid', 'showdate', 'set', 'song'], ...broken].map((row) => row.join('\t')).join('\n'),
    })
    expect(faults?.listed).toMatchObject([
      { row: 5, show: '502', message: expect.stringMatching(/^has a stray/) },
    ])
    expect(faults?.count).toBe(1)
  })

  test('stops the shows around it when its fields have moved', async () => {
    const { failed } = await openFaulty(withLine(4, 'x,502,2026-01-30,1,A'))
    expect(failed).toEqual(['501', '502'])
  })

  test('is one row with the lines of its fields', async () => {
    const { faults } = await openFaulty(withLine(5, '502,2026-01-30,1,"A\nlong\nname",B'))
    expect(faults?.listed).toMatchObject([{ row: 5, message: 'has 5 fields instead of 4' }])
  })
})

describe('date of a show', () => {
  test('is refused in rows that differ from most of them', async () => {
    const { faults, failed, shows } = await openFaulty({
      'rows.json': brokenAt(3, { showdate: '2026-01-31' }),
    })
    expect(faults?.listed).toEqual([
      {
        file: 'rows.json',
        row: 4,
        show: '502',
        field: 'showdate',
        message: 'is 2026-01-31 and not 2026-01-30, as in row 5 of rows.json',
      },
    ])
    expect([failed, shows]).toEqual([['502'], ['501', '503']])
  })

  test('is one in all files', async () => {
    const { listed } = await listFaults({
      'rows.json': SETLISTS,
      'shows.json': [testShow({ showid: 502, showdate: '2026-01-31' })],
    })
    expect(listed).toMatchObject([{ file: 'shows.json', row: 1, show: '502', field: 'showdate' }])
  })
})

describe('list of faults', () => {
  test('has 1,000 and the number of all', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => testPerformance({ showid: index, set: 'x' }))
    const { count, listed, shows } = await listFaults({ 'rows.json': rows })
    expect([count, listed.length, shows.size]).toEqual([1_200, 1_000, 1_200])
  })

  test('includes those that stop the import', async () => {
    const { listed, stop } = await listFaults({
      'a.csv': csv(brokenAt(0, { set: 'x' })),
      'b.csv': 'venue',
      'c.csv': Buffer.from('song\nOne\nCaf\u00e9\n\u00c9t\u00e9\n""\n', 'latin1'),
    })
    expect(listed.map(printFault)).toEqual([
      'a.csv, row 1 (show 501), field set: is not a set: 1, 2, …, e, e2, … or s',
      'b.csv: holds shows, and lacks the columns showid, showdate',
      'c.csv, row 2: is not UTF-8',
      'c.csv, row 3: is not UTF-8',
    ])
    expect(stop).toBe(listed[1])
  })

  test('prints the number and the first three', () => {
    const listed = [1, 2, 3, 4].map((row) => ({
      file: 'a.csv',
      row,
      show: null,
      field: 'song',
      message: 'is empty',
    }))
    const faults = { count: 9, listed, shows: new Set<string>(), hasNamelessShow: false, stop: null }
    expect(describeFaults(faults)).toEqual([
      'Faults: 9. a.csv, row 1, field song: is empty; a.csv, row 2, field song: is empty; a.csv, row 3, field song: is empty; and 6 more.',
    ])
    expect(describeFaults({ ...faults, count: 0, listed: [] })).toEqual([])
  })
})
