import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { createPhishnetSource } from '@called-it/infra/setlist-sources/phishnet/phishnet-source'
import { plainLine, plainNotes } from '@called-it/infra/setlist-sources/plain-text'
import type { SiteParts } from '@called-it/infra/setlist-sources/request'
import { printSetlist } from '@called-it/infra/setlist-sources/setlist-text'
import { createSetlistfmSource } from '@called-it/infra/setlist-sources/setlistfm/setlistfm-source'
import { createSongfishSource } from '@called-it/infra/setlist-sources/songfish/songfish-source'
import { type SetlistSource, SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { TEST_MBID } from '../support/setlist-sources/setlistfm-responses.ts'
import { createTestClock, startTestSite } from '../support/setlist-sources/test-site.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { fuzz, fuzzTimeout, type Verdict } from './fuzz.ts'
import { type LeakWatch, watchLeaks } from './leaks.ts'
import { csvFiles, jsonFiles, markup, SHOW, siteAnswers } from './site-answers.ts'
import { expectStorable } from './storable.ts'
import { hostileText } from './values/texts.ts'

const SUBJECT = 'data sites'
const EVERYDAY = 40
const KEY = 's3cret'

let leaks: LeakWatch
let database: TestDatabase
let folder: string

beforeAll(async () => {
  leaks = await watchLeaks()
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'setlists-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.drop()
  await leaks.expectNone()
})

const parts: SiteParts = { permit: async () => undefined, clock: createTestClock() }

type Ask = (source: SetlistSource) => Promise<unknown>
const asks = {
  songs: (source) => source.listSongs(),
  tours: (source) => source.listTours(),
  shows: (source) => source.listShows(),
  setlist: (source) => source.findSetlist(SHOW),
} satisfies Record<string, Ask>

const sites = {
  phishnet: (baseUrl: string) => createPhishnetSource({ apiKey: KEY, baseUrl }, parts),
  songfish: (baseUrl: string) => createSongfishSource({ baseUrl }, parts),
  setlistfm: (baseUrl: string) => createSetlistfmSource({ apiKey: KEY, mbid: TEST_MBID, baseUrl }, parts),
}

const questions = ['songs', 'tours', 'shows', 'setlist'] as const
const siteTable = (['phishnet', 'songfish', 'setlistfm'] as const).flatMap((name) =>
  questions.map((what) => ({ name, what })),
)

test.each(siteTable)(
  '$name: whatever it answers as $what is stored or refused',
  fuzzTimeout(EVERYDAY),
  async ({ name, what }) => {
    let answer: Uint8Array = new Uint8Array()
    const { url } = await startTestSite((_, response) => void response.end(answer))
    await fuzz({
      subject: SUBJECT,
      name: `${name}, ${what}`,
      inputs: siteAnswers[name][what],
      everyday: EVERYDAY,
      tryInput: (bytes) => {
        answer = bytes
        return tryParsing(() => asks[what](sites[name](url)))
      },
    })
  },
)

test.each([
  ['csv', csvFiles],
  ['json', jsonFiles],
] as const)(
  'file: whatever a .%s holds is stored or refused',
  fuzzTimeout(EVERYDAY),
  async (ending, files) => {
    const file = path.join(folder, `setlists.${ending}`)
    onTestFinished(() => rm(file, { force: true }))
    await fuzz({
      subject: SUBJECT,
      name: `file, ${ending}`,
      inputs: files,
      everyday: EVERYDAY,
      tryInput: async (bytes) => {
        await writeFile(file, bytes)
        return tryParsing(() => {
          const source = createFileSource({ paths: [file] })
          return Promise.all(questions.map((what) => asks[what](source)))
        })
      },
    })
  },
)

test('plain text is one line, or lines, of what prints', fuzzTimeout(EVERYDAY), async () => {
  await fuzz({
    subject: SUBJECT,
    name: 'plain text',
    inputs: fc.array(fc.record({ about: hostileText.map(plainLine), markup }), { maxLength: 4 }),
    everyday: EVERYDAY,
    tryInput: async (notes) => {
      const lines = notes.flatMap(({ about, markup: text }) => [plainLine(about), plainLine(text)])
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(200)
        expect(line).toMatch(/^[^\p{Cc}\u202A-\u202E]*$/u)
      }
      const text = plainNotes(notes) ?? ''
      expect(text.length).toBeLessThanOrEqual(10_000)
      expect(text).toMatch(/^(?:\n|[^\p{Cc}\u202A-\u202E])*$/u)
      await expectStorable(database.db, [lines, text])
      return 'accepted'
    },
  })
})

test('a printed setlist has a line for each set', fuzzTimeout(EVERYDAY), async () => {
  const set = fc.constantFrom('1', '2', '3', 'e', 'e2', 's', '__proto__')
  const song = fc.record({
    set,
    name: hostileText.map(plainLine),
    transition: fc.constantFrom(', ', ' > ', ' -> '),
  })
  await fuzz({
    subject: SUBJECT,
    name: 'setlist text',
    inputs: fc.array(song, { maxLength: 12 }),
    everyday: EVERYDAY,
    tryInput: async (songs) => {
      const sets = songs.filter((one, index) => one.set !== songs[index - 1]?.set)
      const lines = printSetlist(songs).split('\n')
      expect(lines).toHaveLength(Math.max(1, sets.length))
      await expectStorable(database.db, lines)
      return 'accepted'
    },
  })
})

/** Right is what the database can hold, and a refusal that an admin can read and that betrays nothing. */
async function tryParsing(read: () => Promise<unknown>): Promise<Verdict> {
  try {
    await expectStorable(database.db, await read())
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SetlistSourceError)) throw error
    expect(error.message).not.toContain(KEY)
    expect(error.message).toMatch(/^[^\p{Cc}]{1,1000}$/u)
    return 'refused'
  }
}
