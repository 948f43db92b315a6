import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { createPhishnetSource } from '@called-it/infra/setlist-sources/phishnet/phishnet-source'
import * as phishnet from '@called-it/infra/setlist-sources/phishnet/rows'
import { createSetlistfmSource } from '@called-it/infra/setlist-sources/setlistfm/setlistfm-source'
import * as songfish from '@called-it/infra/setlist-sources/songfish/rows'
import { createSongfishSource } from '@called-it/infra/setlist-sources/songfish/songfish-source'
import { type SetlistSource, SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEST_MBID, testPage, testSetlist } from '../support/setlist-sources/setlistfm-responses.ts'
import { createTestClock, startTestSite } from '../support/setlist-sources/test-site.ts'
import { folderOfFile } from '../support/temporary-folder.ts'
import { databaseOfFile } from '../support/test-database.ts'
import { fuzzBudget } from './budget.ts'
import { arbitraryOf } from './values/arbitrary-of.ts'
import { hostileJson } from './values/hostile-json.ts'
import { nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

const budget = fuzzBudget({ everyday: 20, long: 80 })
const KEY = 's3cret'
const SHOW = { sourceId: '501', date: '2026-01-30' }

const database = await databaseOfFile()
const folder = await folderOfFile()

const MARKUP = ['<b>Tooth', '&amp;&#x0;&#xD800;', '<'.repeat(3_000), '<p>'.repeat(800), '<table><tr>']
const markup = fc.oneof(hostileText, fc.constantFrom(...MARKUP))

function known(field: string): fc.Arbitrary<unknown> | null {
  if (field === 'showid' || field === 'show_id') return fc.constant(SHOW.sourceId)
  if (field === 'set' || field === 'setnumber') return fc.constantFrom(...['1', '2', 'e', 'e2', ' E ', 's'])
  return ['song', 'songname', 'venue', 'setlistnotes', 'footnote'].includes(field) ? markup : null
}

/** Valid, nearly valid and hostile JSON. */
function jsonOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const json = fc.oneof(valid, nearlyValid(valid)).map((value) => Buffer.from(JSON.stringify(value) ?? ''))
  return fc.oneof(json, json, json, hostileJson(valid))
}

function rowsOf({ songRow, showRow, setlistRow }: typeof phishnet | typeof songfish) {
  const rows = [songRow, showRow, setlistRow].map((row) => arbitraryOf(row, known))
  return fc.oneof(...rows.map((row) => fc.array(row, { maxLength: 6 })))
}

const toTable = (data: unknown) => ({ error: false, error_message: '', data })

const setlistfmSetlist = fc
  .tuple(fc.constantFrom('30-01-2026', '01-01-0000', '31-12-9999', '30-02-2026'), markup, fc.nat(3))
  .map(([eventDate, text, encore]) => {
    const song = [{ name: text, info: text, with: { name: text } }]
    const sets = { set: [{ encore: encore || null, name: text, song }] }
    return testSetlist({ id: SHOW.sourceId, eventDate, info: text, tour: { name: text }, sets })
  })
const setlistfmResponse = fc.oneof(
  setlistfmSetlist,
  fc.array(nearlyValid(setlistfmSetlist), { maxLength: 3 }).map((setlists) => testPage(setlists)),
)

const parts = { permit: async () => undefined, clock: createTestClock() }

test.each([
  [
    'phish.net',
    jsonOf(rowsOf(phishnet).map(toTable)),
    (baseUrl: string) => createPhishnetSource({ apiKey: KEY, baseUrl }, parts),
  ],
  [
    'Songfish',
    jsonOf(rowsOf(songfish).map(toTable)),
    (baseUrl: string) => createSongfishSource({ baseUrl }, parts),
  ],
  [
    'setlist.fm',
    jsonOf(setlistfmResponse),
    (baseUrl: string) => createSetlistfmSource({ apiKey: KEY, mbid: TEST_MBID, baseUrl }, parts),
  ],
] as const)('reads or refuses any response of %s', budget.test, async (_, responses, open) => {
  let body: Buffer = Buffer.alloc(0)
  const { url } = await startTestSite((_, response) => void response.end(body))
  const property = fc.asyncProperty(responses, async (bytes) => {
    body = bytes
    await expectStorableOrRefused(open(url))
  })
  await fc.assert(property, budget.check)
})

const CSV_HEADERS = [
  'showid,showdate,set,position,song,slug,songid',
  'showid,showdate,venue,tourid,tour_name',
  'song,slug,times_played,gap,last_played',
  '\uFEFFshowid,showdate,__proto__,set,song,constructor',
  'Show ID;Date;Set;Song Title;Tour',
]
const csvCell = fc.oneof(markup, fc.constantFrom('501', '2026-01-30', '1', '0'))
const csvRow = fc
  .array(csvCell, { maxLength: 14 })
  .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
const csvLines = fc.array(fc.oneof(csvRow, csvRow, csvRow, hostileText), { maxLength: 6 })
const csvFile = fc
  .tuple(fc.constantFrom(...CSV_HEADERS), csvLines)
  .map(([header, lines]) => Buffer.from([header, ...lines].join('\n')))

test('reads or refuses any CSV file', budget.test, async () => {
  const file = path.join(folder, 'setlists.csv')
  const property = fc.asyncProperty(csvFile, async (bytes) => {
    await writeFile(file, bytes)
    await expectStorableOrRefused(createFileSource({ paths: [file] }))
  })
  await fc.assert(property, budget.check)
})

/** A refusal is readable for an admin and contains no API key. */
async function expectStorableOrRefused(source: SetlistSource): Promise<void> {
  const reads: (() => Promise<unknown>)[] = [
    source.listSongs,
    source.listTours,
    source.listShows,
    () => source.findSetlist(SHOW),
    async () => source.listFaults?.(),
  ]
  for (const read of reads) {
    try {
      await expectStorable(await read())
    } catch (error) {
      if (!(error instanceof SetlistSourceError)) throw error
      expect(error.message).not.toContain(KEY)
      expect(error.message).toMatch(/^[^\p{Cc}]{1,1000}$/u)
    }
  }
}

/** Casts everything in a value to the type of the column that stores it. */
async function expectStorable(value: unknown): Promise<void> {
  const texts: string[] = []
  const days: string[] = []
  const counts: number[] = []
  JSON.stringify({ value }, (field, entry: unknown) => {
    const isDay = ['date', 'startDate', 'endDate', 'lastPlayed'].includes(field)
    if (typeof entry === 'string') (isDay ? days : texts).push(entry)
    if (typeof entry === 'number' && ['timesPlayed', 'gap'].includes(field)) counts.push(entry)
    return entry
  })
  await sql`SELECT ${texts}::text[], ${days}::date[], ${counts}::integer[]`.execute(database.db)
  expect(texts.filter((text) => !text.isWellFormed())).toEqual([])
}
