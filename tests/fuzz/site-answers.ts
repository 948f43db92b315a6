import * as phishnet from '@called-it/infra/setlist-sources/phishnet/rows'
import * as songfish from '@called-it/infra/setlist-sources/songfish/rows'
import fc from 'fast-check'
import type { z } from 'zod'
import { testPage, testSetlist } from '../support/setlist-sources/setlistfm-responses.ts'
import { arbitraryOf, type Known } from './values/arbitrary-of.ts'
import { hostileJson } from './values/hostile-json.ts'
import { nearlyValid } from './values/nearly-valid.ts'
import { hostileText } from './values/texts.ts'

/** The show that setlists are asked for. */
export const SHOW = { sourceId: '501', date: '2026-01-30' }

const known: Known = (field) => {
  if (field === 'showid' || field === 'show_id') return fc.constant(SHOW.sourceId)
  return ['set', 'setnumber'].includes(field) ? fc.constantFrom('1', '2', '3', 'e', 'e2', ' E ', 's') : null
}

export const markup = fc.oneof(
  hostileText,
  fc.constantFrom(
    '<b>Tooth',
    '&amp;&#x0;&#xD800;',
    '<'.repeat(3_000),
    '<p>'.repeat(800),
    '&lt;script&gt;',
    '<table><tr>',
  ),
)

/** Rows of a table, with markup in some of their texts. */
function rowsOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const row = fc.tuple(arbitraryOf(schema, known), fc.option(markup)).map(([made, text]) => {
    if (text === null || typeof made !== 'object' || made === null) return made
    return {
      ...made,
      song: text || 'x',
      songname: text || 'x',
      venue: text,
      setlistnotes: text,
      footnote: text,
    }
  })
  return fc.array(row, { maxLength: 6 })
}

/** A setlist of setlist.fm, whose days are written the other way round. */
const setlistOfFm = nearlyValid(
  fc
    .record({
      date: fc.constantFrom('30-01-2026', '01-01-0000', '31-12-9999', '30-02-2026'),
      text: markup,
      encore: fc.nat(3),
    })
    .map(({ date, text, encore }) =>
      testSetlist({
        id: SHOW.sourceId,
        eventDate: date,
        info: text,
        tour: { name: text },
        sets: {
          set: [
            { encore: encore || null, name: text, song: [{ name: text, info: text, with: { name: text } }] },
          ],
        },
      }),
    ),
)

/** An answer of a site, right, nearly right, or none. */
function answersOf(rows: fc.Arbitrary<unknown>, wrap: (rows: unknown) => unknown): fc.Arbitrary<Uint8Array> {
  const right = rows.map(wrap)
  return fc.oneof(
    { weight: 2, arbitrary: right.map(written) },
    { weight: 2, arbitrary: nearlyValid(right).map(written) },
    { weight: 1, arbitrary: hostileJson(right) },
  )
}

function written(value: unknown): Uint8Array {
  return Uint8Array.from(Buffer.from(JSON.stringify(value) ?? ''))
}

const asTable = (rows: unknown) => ({ error: false, error_message: '', data: rows })
type Asked = 'songs' | 'tours' | 'shows' | 'setlist'

const pages = answersOf(fc.array(setlistOfFm, { maxLength: 3 }), (all) =>
  testPage(Array.isArray(all) ? all : []),
)
const tableOf = (schema: z.ZodType) => answersOf(rowsOf(schema), asTable)

/** What each site answers to each question, as bytes: right, nearly right, or rubbish. */
export const siteAnswers: Readonly<
  Record<'phishnet' | 'songfish' | 'setlistfm', Readonly<Record<Asked, fc.Arbitrary<Uint8Array>>>>
> = {
  phishnet: {
    songs: tableOf(phishnet.songRow),
    tours: tableOf(phishnet.showRow),
    shows: tableOf(phishnet.showRow),
    setlist: tableOf(phishnet.setlistRow),
  },
  songfish: {
    songs: tableOf(songfish.songRow),
    tours: tableOf(songfish.showRow),
    shows: tableOf(songfish.showRow),
    setlist: tableOf(songfish.setlistRow),
  },
  setlistfm: {
    songs: pages,
    tours: pages,
    shows: pages,
    setlist: answersOf(setlistOfFm, (setlist) => setlist),
  },
}

const csvText = fc
  .array(fc.array(fc.oneof(markup, fc.constantFrom('501', '2026-01-30', '1', '0')), { maxLength: 14 }), {
    maxLength: 5,
  })
  .map((rows) =>
    rows.map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')).join('\n'),
  )
const header = fc.constantFrom(
  'showid,showdate,set,position,song,slug,songid\n',
  'showid,showdate,venue,tourid,tour_name\n',
  'song,slug,times_played,gap,last_played\n',
  '\uFEFFshowid,__proto__,set,song,constructor\n',
  '',
)
export const csvFiles = fc.oneof(
  fc.tuple(header, csvText).map(([first, rest]) => Uint8Array.from(Buffer.from(first + rest))),
  fc.tuple(header, hostileText).map(([first, rest]) => Uint8Array.from(Buffer.from(first + rest))),
  fc.uint8Array({ maxLength: 200 }),
)
export const jsonFiles = fc.oneof(
  ...[phishnet.setlistRow, phishnet.showRow, phishnet.songRow].map((row) =>
    answersOf(rowsOf(row), (rows) => rows),
  ),
)
