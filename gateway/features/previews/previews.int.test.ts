import type { PreviewKey } from '@called-it/infra/postgres/queries/previews/preview-images'
import { revokeShare, storeShare } from '@called-it/infra/postgres/queries/shares/shares'
import { topics } from '@called-it/shared/contract/events'
import { type PreviewKind, previewPath } from '@called-it/shared/contract/preview-images'
import { sharedCard } from '@called-it/shared/contract/shares'
import { worded } from '@called-it/shared/languages/translate'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import {
  makePrediction,
  makeScoredShow,
  makeScores,
  makeStanding,
} from '@called-it/tests/support/factories/scores'
import { makeSeason } from '@called-it/tests/support/factories/seasons'
import {
  gatewayOfFile,
  gatewayOfTest,
  refusal,
  TEST_SITE,
} from '@called-it/tests/support/gateway/start-gateway'
import { contentOf } from '@called-it/tests/support/preview-contents'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { revisionOf } from '../../preview-images/content.ts'
import { openPreviewContent, type ReadPreviewContent } from '../../resources/preview-content.ts'
import { openBuilds } from '../../runs/builds.ts'
import { drawChangedShows } from './changed-shows.ts'
import { openPreviewImages } from './preview-images.ts'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
let read: ReadPreviewContent
beforeAll(async () => {
  const watcher = { onChange: () => () => undefined }
  const builds = openBuilds({ ...gateway.parts, watcher, draining: new AbortController().signal })
  read = openPreviewContent({ db, builds, site: TEST_SITE })
})
beforeEach(() => db.deleteFrom('preview_images').execute())

const band = TEST_SITE.band.name
const stored = () =>
  db.selectFrom('preview_images').select(['kind', 'subject', 'theme', 'revision']).execute()

async function makeEndedTour() {
  const tour = await makeTour(db, { name: 'Autumn Tour' })
  const { id: user_id } = await makeUser(db, { displayName: 'Mo', showsPicks: true })
  await makeScoredShow(db, {}, [{ user_id, total: 63 }], { tour_id: tour.id })
  await makeStanding(db, { board: tour.id, user_id, total: 63 })
  return tour
}

describe('readPreviewContent', () => {
  test('reads a show with its songs, and rounds the players while picks are open', async () => {
    const place = { venue: 'The Pier', city: 'Harborview', state: null, country: 'USA' }
    const show = await makeShow(db, place)
    const set1 = (await makeSongs(db, 2)).map(({ id }) => id)
    for (let player = 0; player < 101; player += 1) {
      const { id: userId } = await makeUser(db)
      await makePrediction(db, { showId: show.id, userId, picks: { set1 } })
    }
    expect(await read('show', String(show.id))).toMatchObject({ phase: 'open', players: 100 })
    const { id: user_id } = await makeUser(db)
    await makeSetlist(db, show.id, { set1 })
    await makeScores(db, show, [{ user_id }])
    expect(await read('show', String(show.id))).toEqual({
      kind: 'show',
      band,
      show: { date: show.showdate, venue: 'The Pier', location: 'Harborview, USA' },
      phase: 'final',
      songs: 2,
      players: 101,
    })
  })

  test('reads the first three of a board, and of a tour that is over', async () => {
    const tour = await makeEndedTour()
    const rows = [{ rank: 1, name: 'Mo', points: 63 }]
    expect(await read('board', String(tour.id))).toEqual({
      kind: 'board',
      band,
      title: 'Autumn Tour',
      players: 1,
      rows,
    })
    await expect(read('season', String(tour.id))).rejects.toMatchObject({ code: 'unavailable' })
    const builds = db.selectFrom('runs').select('subject').where('kind', '=', 'build-season')
    expect(await builds.execute()).toEqual([{ subject: `season:${tour.id}` }])
    await makeSeason(db, tour.id)
    expect(await read('season', String(tour.id))).toEqual({
      kind: 'season',
      band,
      tour: 'Autumn Tour',
      shows: 1,
      players: 1,
      podium: rows,
      awards: [{ award: 'image.best-night', name: 'Mo', fact: worded('image.points', { count: 63 }) }],
    })
    await makeShow(db, { tour_id: tour.id })
    await expect(read('season', String(tour.id))).rejects.toMatchObject({ code: 'tour_not_over' })
  })

  test('reads name and size of a league by its link only', async () => {
    const { name: league, token, code } = await makeLeague(db, [(await makeUser(db)).id])
    expect(await read('invitation', token)).toEqual({ kind: 'invitation', band, league, members: 1 })
    const deleted = await makeLeague(db, [], { deleted_at: new Date() })
    for (const other of [code, deleted.token]) {
      await expect(read('invitation', other)).rejects.toMatchObject({ code: 'invitation_not_found' })
    }
  })
})

describe('image of a share', () => {
  test('has the revision of the card, before the lock and after it', async () => {
    const show = await makeShow(db, { venue: 'The Pier' })
    const { id: userId } = await makeUser(db, { displayName: 'Mo' })
    const set1 = (await makeSongs(db, 2)).map(({ id }) => id)
    await makePrediction(db, { showId: show.id, userId, picks: { set1 } })
    const token = 'a'.repeat(22)
    await storeShare(db, { showId: show.id, userId }, token)
    const pathOfCard = async () => {
      const { revision } = sharedCard.parse((await gateway.send('GET', `/api/shares/${token}`)).json)
      return previewPath('share', token, revision, 'dark', 'en')
    }
    const before = await pathOfCard()
    expect(await read('share', token)).toMatchObject({ name: 'Mo', result: null })
    expect((await gateway.send('GET', before)).status).toBe(200)
    await makeSetlist(db, show.id, { set1 })
    await makeScores(db, show, [{ user_id: userId, total: 9 }])
    const after = await pathOfCard()
    expect(after).not.toBe(before)
    // Of a card that is revoked no cache has the image for longer.
    expect((await gateway.send('GET', after)).headers.get('cache-control')).toBe('public, max-age=60')
    await db.transaction().execute((trx) => revokeShare(trx, { showId: show.id, userId }))
    expect((await gateway.send('GET', after)).status).toBe(410)
    expect(await stored()).toEqual([])
  })
})

const pathOf = async (kind: PreviewKind, subject: string, language = 'en') =>
  previewPath(kind, subject, revisionOf(await read(kind, subject)), 'dark', language)

describe('GET /preview', () => {
  test('draws and stores an image for each language, and none for others', async () => {
    const { id } = await makeShow(db)
    const images = ['en', 'de'].map(async (language) =>
      (await fetch(gateway.url + (await pathOf('show', String(id), language)))).bytes(),
    )
    const [english, german] = await Promise.all(images)
    expect(english).not.toEqual(german)
    expect((await stored()).map(({ theme }) => theme).sort()).toEqual(['dark', 'dark-de'])
    expect((await gateway.send('GET', await pathOf('show', String(id), 'tlh'))).status).toBe(404)
  })

  test('sends a PNG, to HEAD without it, and stores one image', async () => {
    const path = await pathOf('board', '0')
    const response = await gateway.send('GET', path)
    expect(response).toMatchObject({ status: 200, text: expect.stringContaining('PNG') })
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await gateway.send('HEAD', path)).toMatchObject({ status: 200, text: '' })
    expect(await stored()).toHaveLength(1)
  })

  test('sends the current image for any other revision, without another drawing', async () => {
    const revision = revisionOf(await read('board', '0'))
    for (const other of ['0000000000000000', 'ffffffffffffffff']) {
      const response = await gateway.send('GET', previewPath('board', 0, other, 'light', 'en'))
      expect(response.status).toBe(200)
    }
    expect(await stored()).toEqual([{ kind: 'board', subject: '0', theme: 'light', revision }])
  })

  test.each([
    ['a kind', '/preview/user/1/00-dark.png', 404],
    ['a theme', '/preview/board/0/00-sepia.png', 404],
    ['a file', '/preview/board/0/dark.svg', 404],
    ['a show', '/preview/show/999999/00-dark.png', 404],
    ['an id', '/preview/show/1e3/00-dark.png', 404],
    ['a token', '/preview/share/AAAAAAAAAAAAAAAAAAAAAA/00-dark.png', 404],
  ])('answers 404 for %s that does not exist', async (_, path, status) => {
    expect((await gateway.send('GET', path)).status).toBe(status)
    expect(await stored()).toEqual([])
  })
})

describe('address with many new preview images', () => {
  test('gets 429 for new images of pages, not for stored ones and those of links', async () => {
    // Two a minute.
    const limited = await gatewayOfTest({ config: { rateLimitScale: 0.1, trustProxy: 1 } })
    const { db } = limited.postgres
    const shows = await Promise.all([1, 2, 3].map(() => makeShow(db)))
    const { token } = await makeLeague(db, [(await makeUser(db)).id])
    const get = (kind: PreviewKind, subject: string | number, address = '192.0.2.1') =>
      limited.send('GET', previewPath(kind, subject, '0', 'dark', 'en'), {
        headers: { 'x-forwarded-for': address },
      })
    const statuses: number[] = []
    for (const { id } of shows) statuses.push((await get('show', id)).status)
    expect(statuses).toEqual([200, 200, 429])
    const refused = await get('show', shows[2]?.id ?? 0)
    expect(refused).toMatchObject(refusal(429, 'too_many_requests'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get('show', shows[0]?.id ?? 0)).status).toBe(200)
    expect((await get('invitation', token)).status).toBe(200)
    expect((await get('show', shows[2]?.id ?? 0, '192.0.2.2')).status).toBe(200)
  })
})

describe('drawChangedShows', () => {
  const draw = vi.fn(async () => Buffer.from('png'))
  const log = pino({ enabled: false })

  function follow() {
    let change: (topic: string) => void = () => undefined
    drawChangedShows({
      watcher: {
        onChange: (which, listener) => {
          change = (topic) => typeof which === 'function' && which(topic) && listener(topic)
          return () => undefined
        },
      },
      draining: new AbortController().signal,
      log,
      images: openPreviewImages({ db, drawing: { draw }, log }),
      readContent: read,
      delayMs: 0,
    })
    return (topic: string) => change(topic)
  }
  const subjects = async () => (await stored()).map(({ kind, subject }) => `${kind}:${subject}`).sort()

  test('draws the image of a show once after a burst of changes', async () => {
    const change = follow()
    const [show, other] = [await makeShow(db), await makeShow(db)]
    for (const topic of [topics.show(999_999), topics.show(show.id), topics.live(show.id), topics.catalogue])
      change(topic)
    await expect.poll(subjects).toEqual([`show:${show.id}`])
    expect(draw).toHaveBeenCalledTimes(1)
    change(topics.live(other.id))
    await expect.poll(subjects).toEqual([`show:${show.id}`, `show:${other.id}`])
    const path = await pathOf('show', String(show.id))
    expect(await gateway.send('GET', path)).toMatchObject({ status: 200, text: 'png' })
  })

  test('draws twenty of the shows that an import changes', async () => {
    const change = follow()
    const shows = await Promise.all(Array.from({ length: 22 }, () => makeShow(db)))
    for (const { id } of shows) change(topics.show(id))
    await expect.poll(async () => (await stored()).length).toBe(20)
  })
})

describe('openPreviewImages', () => {
  const content = contentOf('board')
  const keyOf = (subject: number): PreviewKey => ({
    kind: 'board',
    subject: String(subject),
    theme: 'dark',
    language: 'en',
    revision: 'a',
  })
  const open = (draw: () => Promise<Buffer>, now = () => 0) =>
    openPreviewImages({ db, drawing: { draw }, log: pino({ enabled: false }), now })

  const admit = async () => undefined

  test('draws an image once for concurrent requests', async () => {
    const draw = vi.fn(async () => Buffer.from('png'))
    const images = open(draw)
    await Promise.all([1, 1, 1, 2].map((subject) => images.find(keyOf(subject), content, admit)))
    await images.find(keyOf(1), content, admit)
    expect(draw).toHaveBeenCalledTimes(2)
  })

  test('draws at most 100 images of pages a minute, and those of links besides', async () => {
    let now = 0
    const images = open(
      async () => Buffer.from('png'),
      () => now,
    )
    for (let subject = 0; subject < 100; subject += 1) await images.find(keyOf(subject), content, admit)
    await expect(images.find(keyOf(100), content, admit)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 60,
    })
    await expect(images.find(keyOf(99), content, admit)).resolves.toBeInstanceOf(Buffer)
    const link: PreviewKey = { ...keyOf(100), kind: 'invitation' }
    await expect(images.find(link, content, admit)).resolves.toBeInstanceOf(Buffer)
    now = 60_000
    await expect(images.find(keyOf(100), content, admit)).resolves.toBeInstanceOf(Buffer)
  })

  test('lets images of links wait apart from those of pages', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const images = open(() => released.then(() => Buffer.from('png')))
    const pages = Array.from({ length: 42 }, (_, subject) => images.find(keyOf(subject), content, admit))
    await expect(Promise.all(pages)).rejects.toMatchObject({ code: 'unavailable' })
    const { promise: admitted, resolve } = Promise.withResolvers<void>()
    const link = images.find({ ...keyOf(1), kind: 'share' }, contentOf('share'), async () => resolve())
    await admitted
    release()
    await expect(link).resolves.toBeInstanceOf(Buffer)
    expect((await Promise.allSettled(pages)).filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  test('fails one request for a drawing that fails', async () => {
    const images = open(vi.fn(async () => Buffer.from('png')).mockRejectedValueOnce(new Error('ended')))
    await expect(images.find(keyOf(1), content, admit)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(images.find(keyOf(1), content, admit)).resolves.toBeInstanceOf(Buffer)
  })
})
