import { createFileFolders, csv, type TestFiles } from '@called-it/tests/support/setlist-sources/file-folders'
import { testSetlist } from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { describe, expect, test } from 'vitest'
import { SetlistSourceError } from '../source.ts'

const { openFolder } = createFileFolders()

async function failure(files: TestFiles): Promise<SetlistSourceError> {
  const source = await openFolder(files)
  const error: unknown = await source.listShows().catch((error: unknown) => error)
  if (error instanceof SetlistSourceError) return error
  throw new Error('the source did not fail')
}

const FIRST = testSetlist({ 1: ['A', 'BB'], e: ['CCC'] })

describe('broken file', () => {
  test.each([
    ['an empty file', { 'rows.csv': '\r\n' }, 'rows.csv: is empty'],
    ['JSON that breaks off', { 'rows.json': '[{"showid": 1' }, 'rows.json: is not JSON'],
    ['JSON of another kind', { 'rows.json': { hello: 1 } }, 'rows.json: holds no list of rows'],
    [
      'rows of another kind',
      { 'rows.json': [{ hello: 1 }] },
      'rows.json: has the columns of neither setlists, shows nor songs',
    ],
    [
      'missing columns',
      { 'rows.csv': csv(FIRST), 'shows.csv': 'venue,city\nHall,Bend' },
      'shows.csv: holds shows, and lacks the columns showid, showdate',
    ],
    [
      'a missing column',
      { 'rows.csv': 'showid,set,song\n1,1,A' },
      'rows.csv: holds setlists, and lacks the column showdate',
    ],
    [
      'songs of a date without the id of a show',
      { 'rows.csv': 'Date,Hall,Sequence,Song\n2026-05-01,Old Mill,1,Anchor' },
      'rows.csv: holds setlists, and lacks the columns showid, set',
    ],
    [
      'songs of a venue without the id of a show',
      { 'rows.csv': 'song,venue\nAnchor,Old Mill' },
      'rows.csv: holds setlists, and lacks the columns showid, showdate, set',
    ],
    ['a column given twice', { 'shows.csv': 'showid,ShowID,date' }, 'shows.csv: has the column showid twice'],
    [
      'a header with an open quote',
      { 'shows.csv': 'showid,"showdate\n1,2026-01-30' },
      'shows.csv: has a stray quote, or one that is not closed, in its header',
    ],
    [
      'UTF-16',
      { 'rows.csv': Buffer.from('\ufeffshowid', 'utf16le') },
      'rows.csv: is UTF-16. Save it as UTF-8',
    ],
    [
      'UTF-16 without a mark',
      { 'rows.json': Buffer.from('[]', 'utf16le') },
      'rows.json: is UTF-16. Save it as UTF-8',
    ],
    [
      'a header in another encoding',
      { 'rows.csv': Buffer.from('showid,showdate,n\u00e9', 'latin1') },
      'rows.csv: is not UTF-8 in its header',
    ],
    [
      'a row in another encoding',
      { 'songs.csv': Buffer.from('song\nHarbor Teeth\n\nCaf\u00e9', 'latin1') },
      'songs.csv, row 3: is not UTF-8',
    ],
    [
      'JSON in another encoding',
      { 'songs.json': Buffer.from('[\n{"song": "Caf\u00e9"}]', 'latin1') },
      'songs.json: is not UTF-8 in line 2',
    ],
    [
      'a line without end',
      { 'songs.csv': `song\n${'x'.repeat(2 ** 21)}` },
      /^songs\.csv: has a line of over/,
    ],
  ])('stops the import: %s', async (_, files, expected) => {
    const { kind, message } = await failure(files)
    expect(kind).toBe('malformed')
    expect(message).toMatch(expected)
  })
})
