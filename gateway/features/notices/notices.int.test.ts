import { randomBytes } from 'node:crypto'
import { storeSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { encryptSecret } from '@called-it/infra/secrets/encrypted-secret'
import { toSettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { changeSong, makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile({ settings: { env: { SETLIST_SOURCE: 'demo' } } })
const { db } = gateway.postgres

const as = await gateway.loginAs(await makeAdmin(db))
beforeEach(() => emptyTables(db, 'songs', 'shows', 'runs'))

const readNotices = () => gateway.request('listNotices', {}, { as })

async function pick(showId: number): Promise<void> {
  const [{ id: userId }, { id: song }] = [await makeUser(db), await makeSong(db)]
  await makePrediction(db, { showId, userId, picks: { set1: [song] } })
}

const DAY_IN_MS = 86_400_000
const LONG_AGO = { created_at: new Date(Date.now() - 15 * DAY_IN_MS) }
const BY_HAND = { origin: 'hand' as const }

describe('notice of a show', () => {
  const listShows = async () => {
    const { count, listed } = (await readNotices()).shows
    expect(count).toBe(listed.length)
    return listed.map(({ show, setlist, unscored }) => [show.id, setlist?.change ?? null, unscored])
  }

  test('names a setlist of the source until the show is scored with it', async () => {
    const show = await makeShow(db, { daysFromToday: -1, locks_at: new Date(Date.now() - 1000) })
    await makeSetlist(db, show.id)
    expect(await listShows()).toEqual([[show.id, 'arrived', 0]])
    await makeScores(db, show)
    expect(await listShows()).toEqual([])
    await makeSetlist(db, show.id)
    expect(await listShows()).toEqual([[show.id, 'corrected', 0]])
    await makeScores(db, show)
    expect(await listShows()).toEqual([])
  })

  test('names a show that somebody has picked, however old it is', async () => {
    const past = await makeShow(db, { daysFromToday: -40 })
    await makeSetlist(db, past.id, {}, { ...LONG_AGO, ...BY_HAND })
    for (const _ of [1, 2]) await pick(past.id)
    expect(await listShows()).toEqual([[past.id, null, 2]])
    await makeScores(db, past)
    expect(await listShows()).toEqual([])
  })

  test.each([
    ['no setlist', { daysFromToday: -1 }, null],
    ['open picks', { daysFromToday: 3 }, {}],
    ['a cancellation', { daysFromToday: -1, cancelled_at: new Date() }, {}],
    ['an exclusion', { daysFromToday: -1, excluded: true }, {}],
  ])('leaves out a picked show with %s', async (_, given, setlist) => {
    const { id } = await makeShow(db, given)
    if (setlist) await makeSetlist(db, id, {}, setlist)
    await pick(id)
    expect(await listShows()).toEqual([])
  })

  test.each([
    ['an old show', { daysFromToday: -40 }, {}],
    ['an older setlist', { daysFromToday: -1 }, LONG_AGO],
    ['a setlist by hand', { daysFromToday: -1 }, BY_HAND],
  ])('leaves out %s that nobody has picked', async (_, given, setlist) => {
    const { id } = await makeShow(db, given)
    await makeSetlist(db, id, {}, setlist)
    expect(await listShows()).toEqual([])
  })

  test('counts all and lists the newest 50', async () => {
    for (let day = 1; day <= 51; day += 1) {
      const { id } = await makeShow(db, { daysFromToday: -day })
      await makeSetlist(db, id)
      await pick(id)
    }
    const { shows } = await readNotices()
    expect([shows.count, shows.listed.length]).toEqual([51, 50])
  })
})

describe('notice of an import', () => {
  const FAULTS = {
    count: 1,
    listed: [{ file: 'rows.csv', row: 4, show: '77', field: 'set', message: 'is not a set' }],
  }

  const endImport = (end: { result: object } | { error: object }) =>
    db
      .insertInto('runs')
      .values({
        kind: 'import-catalogue',
        subject: 'catalogue',
        order: JSON.stringify({ notebookOnly: false }),
        ended_at: sql<Date>`now()`,
        ...('result' in end
          ? { state: 'done', result: JSON.stringify(end.result) }
          : { state: 'failed', error: JSON.stringify(end.error) }),
      })
      .execute()

  const result = { message: 'done', songs: 1, tours: 1, shows: 1 }
  const error = { code: 'import_retires_many', message: 'This import would retire 40 of 100 songs.' }

  test('stays until the next import ends well', async () => {
    expect(await readNotices()).toEqual({
      shows: { count: 0, listed: [] },
      stopped_import: null,
      faults: null,
      failed_backup: null,
      song_renames: 0,
      reports: 0,
      unreadable_settings: [],
    })
    await endImport({ result: { ...result, faults: FAULTS } })
    await endImport({ error })
    const at = expect.any(String)
    expect(await readNotices()).toMatchObject({
      stopped_import: { run_id: expect.any(Number), at, ...error },
      faults: { at, ...FAULTS },
    })
    await endImport({ result })
    expect(await readNotices()).toMatchObject({ stopped_import: null, faults: null })
  })

  test('has its faults here only, not in the lists of runs', async () => {
    await endImport({ result: { ...result, faults: FAULTS } })
    const { runs } = await gateway.request('listRuns', {}, { as })
    expect(runs).toMatchObject([{ kind: 'import-catalogue' }])
    expect(JSON.stringify(runs)).not.toContain('rows.csv')
  })
})

test('names a failed backup until one succeeds', async () => {
  const endBackup = (end: { state: 'done' } | { state: 'failed'; error: 'disk_full' }) =>
    db
      .insertInto('backup_work')
      .values({ kind: 'write', file: 'a.backup', ended_at: sql<Date>`clock_timestamp()`, ...end })
      .execute()
  await endBackup({ state: 'failed', error: 'disk_full' })
  expect(await readNotices()).toMatchObject({
    failed_backup: { at: expect.any(String), error: 'disk_full' },
  })
  await endBackup({ state: 'done' })
  expect(await readNotices()).toMatchObject({ failed_backup: null })
})

test('counts the songs that seem to be another one until that is settled', async () => {
  const song = await makeSong(db, { retired_at: new Date() })
  const newer = await makeSong(db)
  await db
    .insertInto('song_renames')
    .values({ song_id: song.id, slug: newer.slug, reason: 'spelling' })
    .execute()
  expect(await readNotices()).toMatchObject({ song_renames: 1 })
  await changeSong(db, newer.id, { merged_into: song.id })
  expect(await readNotices()).toMatchObject({ song_renames: 0 })
})

test('names stored secrets that the settings key does not open', async () => {
  const key = toSettingsKeys({ SETTINGS_KEY: randomBytes(32).toString('base64') })
  const secret = encryptSecret(key, 'smtp://mail.example')
  await db.transaction().execute((trx) =>
    storeSettings(
      trx,
      new Map([
        ['SMTP_URL', secret],
        ['SETLIST_SOURCE', secret],
      ] as const),
    ),
  )
  expect(await readNotices()).toMatchObject({ unreadable_settings: ['SMTP_URL'] })
})
