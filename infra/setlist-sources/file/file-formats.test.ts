import { createFileFolders, csv } from '@called-it/tests/support/setlist-sources/file-folders'
import { testSetlist } from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { describe, expect, test } from 'vitest'

const { openFolder, listFaults } = createFileFolders()

const SETLIST = testSetlist({ 1: ['A', 'BB'], e: ['CCC'] })
const TEXT = 'Set 1: A, BB\nEncore: CCC'
const SHOW = { sourceId: '501', date: '2026-01-30' }

/** Without a column that the row lacks. */
function columnsOf(names: Readonly<Record<string, keyof (typeof SETLIST)[number]>>) {
  return SETLIST.map((row) =>
    Object.fromEntries(Object.entries(names).map(([name, own]) => [name, row[own]])),
  )
}

describe('format of a file', () => {
  test.each([
    ['commas', csv(SETLIST, ',')],
    ['semicolons', csv(SETLIST, ';')],
    ['tabs', csv(SETLIST, '\t')],
    ['old line ends', csv(SETLIST).replaceAll('\r\n', '\r')],
    ['blank rows', csv(SETLIST).replaceAll('\r\n', `\r\n\r\n${','.repeat(18)}\r\n`)],
  ])('reads CSV with %s', async (_, content) => {
    const source = await openFolder({ 'rows.csv': content })
    expect(await source.findSetlist(SHOW)).toMatchObject({ text: TEXT })
    expect(await source.listFaults?.()).toMatchObject({ count: 0 })
  })

  test('reads TSV, where a quote inside a field is a character', async () => {
    const source = await openFolder({
      'rows.tsv': [
        'showid\tshowdate\tset\tsong',
        '501\t2026-01-30\t1\tRoom 7" Wide',
        '501\t2026-01-30\t1\t"The ""Quoted"" One"',
        '501\t2026-01-30\te\tLow "High" Water',
      ].join('\n'),
    })
    expect(await source.findSetlist(SHOW)).toMatchObject({
      text: 'Set 1: Room 7" Wide, The "Quoted" One\nEncore: Low "High" Water',
    })
    expect(await source.listFaults?.()).toMatchObject({ count: 0 })
  })

  test('reads names of columns in other cases and spellings', async () => {
    const rows = columnsOf({
      'Show ID': 'showid',
      DATE: 'showdate',
      'Venue-Name': 'venue',
      Tour: 'tourname',
      SET: 'set',
      Pos: 'position',
      'Song Title': 'song',
    })
    const source = await openFolder({ 'rows.csv': csv(rows, ';') })
    expect(await source.findSetlist(SHOW)).toMatchObject({ text: TEXT })
    expect(await source.listShows()).toMatchObject([
      { venue: 'Driftglass Amphitheater', tourSourceId: '2026-winter-tour' },
    ])
    expect(await source.listNotes?.()).toEqual([])
  })

  test('prefers the column with the very name', async () => {
    const rows = SETLIST.map((row) => ({ Date: '01/30/26', ...row }))
    const source = await openFolder({ 'rows.csv': csv(rows) })
    expect(await source.listShows()).toMatchObject([{ date: '2026-01-30' }])
    expect(await source.listNotes?.()).toEqual(['Columns that are not read: Date (rows.csv).'])
  })

  test('reads characters that lie in two chunks', async () => {
    const songs = Array.from({ length: 10_000 }, (_, index) => `Ñandú ${index}`)
    const source = await openFolder({ 'songs.csv': ['song', ...songs].join('\n') })
    expect((await source.listSongs()).map((song) => song.name)).toEqual(songs)
  })
})

describe('id in a file', () => {
  const id = 'spring tour, night 1: été'

  test('is any text of a show, a song and a tour', async () => {
    const rows = SETLIST.map((row) => ({ ...row, showid: id, songid: `${row.song} #1`, tourid: 'W/26' }))
    const source = await openFolder({ 'rows.csv': csv(rows) })
    expect(await source.listShows()).toMatchObject([{ sourceId: id, tourSourceId: 'W/26' }])
    expect((await source.listSongs()).map((song) => song.sourceId)).toEqual(['A #1', 'BB #1', 'CCC #1'])
    expect(await source.findSetlist({ ...SHOW, sourceId: id })).toMatchObject({ text: TEXT })
  })

  test.each(['showid', 'songid', 'tourid'])('is refused as %s beyond 100 characters', async (field) => {
    const tooLong = [...SETLIST.slice(1), { ...SETLIST[0], [field]: 'x'.repeat(101) }]
    const { listed } = await listFaults({ 'rows.json': tooLong })
    expect(listed).toMatchObject([{ row: 3, field, message: 'is not an id of 1 to 100 characters' }])
    const { count } = await listFaults({ 'rows.json': [{ ...SETLIST[0], [field]: 'x'.repeat(100) }] })
    expect(count).toBe(0)
  })
})

describe('song without a slug', () => {
  test('gets one of its name, which identifies it without an id', async () => {
    const source = await openFolder({ 'songs.csv': 'song\nCafé Ñandú!\nCAFE NANDU\nHarbor Teeth' })
    expect((await source.listSongs()).map((song) => song.slug)).toEqual(['cafe-nandu', 'harbor-teeth'])
  })

  test('stays apart from another of the same slug by its id', async () => {
    const rows = SETLIST.map((row, index) => ({
      ...row,
      song: 'Reprise',
      slug: '',
      songid: `id ${index % 2}`,
    }))
    const source = await openFolder({ 'rows.csv': csv(rows) })
    const songs = await source.listSongs()
    expect(songs.map((song) => [song.sourceId, song.slug])).toEqual([
      ['id 0', 'reprise'],
      ['id 1', 'reprise'],
    ])
  })
})

describe('position in a file', () => {
  const inSets = testSetlist({ 1: ['A', 'BB'], 2: ['CCC', 'DDDD'], e: ['EEEEE'] })
  const numbered = (positions: readonly unknown[]) =>
    inSets.map((row, index) => ({ ...row, position: positions[index] }))
  const withoutPositions = inSets.map(({ position: _, ...row }) => row)
  const [one, two, three, four, five] = numbered([1, 2, 1, 2, 1])

  test.each([
    ['through the show, in any order of rows', numbered([1, 2, 3, 4, 5]).toReversed()],
    ['anew in each set', numbered([1, 2, 1, 2, 1])],
    ['anew in each set, in any order of its rows', [two, one, four, three, five]],
    ['anew in each set from 0', numbered([0, 1, 0, 1, 0])],
    ['nowhere', numbered(['', '', '', '', ''])],
    ['in no column', withoutPositions],
  ])('counts %s', async (_, rows) => {
    const source = await openFolder({ 'rows.json': rows })
    const setlist = await source.findSetlist(SHOW)
    expect(setlist?.text).toBe('Set 1: A, BB\nSet 2: CCC, DDDD\nEncore: EEEEE')
  })

  test.each([
    ['twice through the show', numbered([1, 2, 3, 2, 5]), 4, 'position', 'is 2, as in row 2'],
    ['twice in a set', numbered([1, 1, 1, 2, 1]), 2, 'position', 'is 1, as in row 1'],
    ['in some rows', numbered([1, 2, '', 4, 5]), 3, 'position', /^is missing, and other rows/],
    ['that is no number', numbered([1, 2, 'III', 4, 5]), 3, 'position', 'is not a number'],
    [
      'with a set that returns',
      numbered([1, 2, 5, 4, 3]).map((row, index) => ({ ...row, set: index === 2 ? '1' : row.set })),
      3,
      'set',
      'is 1 again after set 2 of row 4, as in row 2',
    ],
    [
      'nowhere, with a set that returns',
      [...withoutPositions, { ...withoutPositions[0], song: 'F' }],
      6,
      'set',
      'is 1 again after set e of row 5, as in row 2',
    ],
  ])('is refused %s', async (_, rows, row, field, message) => {
    const { listed } = await listFaults({ 'rows.json': rows })
    const matching = typeof message === 'string' ? message : expect.stringMatching(message)
    expect(listed).toEqual([{ file: 'rows.json', row, show: '501', field, message: matching }])
  })

  test('counts as in most shows of the file, whatever one row says', async () => {
    const others = [502, 503].flatMap((showid) => inSets.map((row) => ({ ...row, showid })))
    const { listed } = await listFaults({ 'rows.json': [...numbered([1, 2, 1, 4, 0]), ...others] })
    expect(listed).toMatchObject([{ row: 3, field: 'position', message: 'is 1, as in row 1' }])
  })

  test('allows an encore after an early set and another at the end', async () => {
    const rows = [
      ...withoutPositions.slice(0, 2),
      withoutPositions[4],
      withoutPositions[2],
      withoutPositions[4],
    ]
    expect(await listFaults({ 'rows.json': rows })).toMatchObject({ count: 0 })
  })
})
