import type { EventPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { insertSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { SetlistSourceError, type SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { makeSetlist, makeShow, makeSongs, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { type FakeSource, fakeSource, setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type LiveSetlist, readDueShows, type SourcePollerParts, startSourcePoller } from './source-poller.ts'

const database = await databaseOfFile()
let source: FakeSource
let asked: string[]
let published: string[]

const songs = await makeSongs(database.db, 12)

beforeEach(async () => {
  await sql`UPDATE shows SET vanished_at = now()`.execute(database.db)
  source = fakeSource(TEST_SOURCE)
  asked = []
  published = []
})

const publisher: EventPublisher = {
  async publish(_name, event) {
    if ('topics' in event) published.push(...event.topics.map(({ topic }) => topic))
  },
}

const partsOf = (
  given: SourcePollerParts['source'],
  liveSetlist: LiveSetlist = 'operators',
): SourcePollerParts => {
  return { db: database.db, publisher, source: given, liveSetlist, log: createLogger('test', 'silent') }
}

function read(liveSetlist?: LiveSetlist) {
  const findSetlist: FakeSource['findSetlist'] = (show) => {
    asked.push(show.sourceId)
    return source.findSetlist(show)
  }
  return readDueShows(partsOf({ name: source.name, findSetlist }, liveSetlist))
}

async function readAgain(liveSetlist?: LiveSetlist) {
  await sql`UPDATE source_readings SET next_at = now()`.execute(database.db)
  published = []
  await read(liveSetlist)
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const makeShowTonight = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(database.db, { daysFromToday: 0, locks_at: ago(10), ...given })
const listed = (show: { source_id: string }, count: number, given: Partial<SourceSetlist> = {}) =>
  setlistAtSource(show, { '1': songs.slice(0, Math.min(count, 8)), e: songs.slice(8, count) }, given)
const readingOf = (showId: number) =>
  database.db
    .selectFrom('source_readings')
    .selectAll()
    .select(sql<number>`round(extract(epoch FROM next_at - clock_timestamp()) / 60)::integer`.as('minutes'))
    .where('show_id', '=', showId)
    .executeTakeFirst()
const revisionsOf = (showId: number) =>
  database.db
    .selectFrom('setlist_revisions')
    .select(['number', 'open_set'])
    .where('show_id', '=', showId)
    .orderBy('number')
    .execute()

describe('source poller', () => {
  test.each([
    ['from the lock', {}],
    ['an hour before its start', { locks_at: ago(-55), starts_at: ago(-55) }],
  ])('reads a show %s', async (_title, given) => {
    const show = await makeShowTonight(given)
    await read()
    expect(asked).toEqual([show.source_id])
  })

  test.each([
    ['earlier than that', { locks_at: ago(-65), starts_at: ago(-65) }],
    ['of another source', { source: 'file' }],
    ['that is cancelled', { cancelled_at: ago(1) }],
    ['after its night', { daysFromToday: -2 }],
  ])('leaves a show %s', async (_title, given) => {
    await makeShowTonight(given)
    await read()
    expect(asked).toEqual([])
  })

  test('reads a show once a minute over all workers', async () => {
    const show = await makeShowTonight()
    await read()
    await sql`UPDATE source_readings SET next_at = now()`.execute(database.db)
    const reading = database.db.selectFrom('source_readings').selectAll().where('show_id', '=', show.id)
    const { workers } = await database.db.transaction().execute(async (trx) => {
      await trx.executeQuery(reading.forUpdate())
      const workers = [read(), read()]
      await expect.poll(() => countWaitingQueries(database.pool)).toBe(2)
      return { workers }
    })
    await Promise.all([...workers, read()])
    expect(asked).toEqual([show.source_id, show.source_id])
  })

  test('stores and publishes a changed setlist, and no revision', async () => {
    const show = await makeShowTonight()
    source.setlists.set(show.source_id, listed(show, 3))
    await read()
    expect(published).toEqual([`setlist:${show.id}`])
    expect(await readingOf(show.id)).toMatchObject({ setlist: listed(show, 3), error: null })
    await readAgain()
    expect(published).toEqual([])
    expect(await revisionsOf(show.id)).toEqual([])
  })

  test('stops while the source does not respond', async () => {
    const show = await makeShowTonight()
    const { promise: asking, resolve: ask } = Promise.withResolvers<void>()
    const findSetlist = () => {
      ask()
      return new Promise<never>(() => undefined)
    }
    const { liveSetlist, ...parts } = partsOf({ name: source.name, findSetlist })
    const poller = startSourcePoller({ ...parts, readSource: () => parts.source, settings: { liveSetlist } })
    await asking
    await poller.stop()
    expect(await readingOf(show.id)).toMatchObject({ setlist: null })
  })

  test('doubles its interval while the source is away, and keeps the last setlist', async () => {
    const show = await makeShowTonight()
    source.setlists.set(show.source_id, listed(show, 3))
    await read()
    source.setlists.set(show.source_id, new SetlistSourceError('unreachable', 'The site is down.'))
    const minutes: unknown[] = []
    for (const changed of [[`setlist:${show.id}`], [], [], []]) {
      await readAgain()
      expect(published).toEqual(changed)
      minutes.push((await readingOf(show.id))?.minutes)
    }
    expect(minutes).toEqual([2, 4, 8, 10])
    const away = { setlist: listed(show, 3), error: 'The site is down.', failures: 4 }
    expect(await readingOf(show.id)).toMatchObject(away)

    source.setlists.set(show.source_id, listed(show, 3))
    await readAgain()
    expect(published).toEqual([`setlist:${show.id}`])
    expect(await readingOf(show.id)).toMatchObject({ error: null, failures: 0, minutes: 1 })
  })
})

describe('show that its source drives', () => {
  test('gets a revision per changed setlist, open in the set of the last song', async () => {
    const show = await makeShowTonight()
    source.setlists.set(show.source_id, listed(show, 8))
    await read('source')
    expect(published).toEqual([`setlist:${show.id}`, `show:${show.id}`])
    expect(await findShow(database.db, show.id)).toMatchObject({ hasSongs: true, openSet: 'set1' })

    source.setlists.set(show.source_id, listed(show, 9))
    await readAgain('source')
    await readAgain('source')
    expect(await revisionsOf(show.id)).toEqual([
      { number: 1, open_set: 'set1' },
      { number: 2, open_set: 'encore' },
    ])
  })

  test('goes on where an import has stored the same setlist before', async () => {
    const show = await makeShowTonight()
    const setlist = listed(show, 8)
    await database.db
      .transaction()
      .execute((trx) => insertSourceSetlist(trx, { source: source.name, showId: show.id, setlist }))
    source.setlists.set(show.source_id, setlist)
    await read('source')
    expect(await revisionsOf(show.id)).toEqual([
      { number: 1, open_set: null },
      { number: 2, open_set: 'set1' },
    ])
  })

  test('publishes the show only where its phase changes', async () => {
    const show = await makeShowTonight()
    source.setlists.set(show.source_id, listed(show, 8))
    await read('source')
    source.setlists.set(show.source_id, listed(show, 9))
    await readAgain('source')
    expect(published).toEqual([`setlist:${show.id}`])
  })

  test('gets a cut-off setlist as a proposal', async () => {
    const show = await makeShowTonight()
    source.setlists.set(show.source_id, listed(show, 12))
    await read('source')
    source.setlists.set(show.source_id, listed(show, 4))
    await readAgain('source')
    expect(await revisionsOf(show.id)).toHaveLength(1)
    const proposals = database.db.selectFrom('setlist_proposals').select('show_id')
    expect(await proposals.execute()).toEqual([{ show_id: show.id }])
  })

  test.each([
    ['excludes', { excluded: true, exclusionReason: 'Private.' }],
    ['has no songs of', { entries: [] }],
  ])('keeps its revision while the source %s it', async (_title, given) => {
    const show = await makeShowTonight()
    const setlist = listed(show, 5, given)
    source.setlists.set(show.source_id, setlist)
    await read('source')
    expect(await revisionsOf(show.id)).toEqual([])
    expect(await readingOf(show.id)).toMatchObject({ setlist })
    expect(await findShow(database.db, show.id)).toMatchObject({ isCancelled: false })
  })

  test('keeps a setlist that was entered by hand', async () => {
    const show = await makeShowTonight()
    await makeSetlist(database.db, show.id, { set1: [songs[0]?.id ?? 0] }, { origin: 'hand' })
    source.setlists.set(show.source_id, listed(show, 5))
    await read('source')
    expect(await revisionsOf(show.id)).toHaveLength(1)
  })
})
