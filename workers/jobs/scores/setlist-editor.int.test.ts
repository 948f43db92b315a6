import { findStanding } from '@called-it/infra/postgres/queries/standings/standings'
import { verifyStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { findRun } from '@called-it/infra/postgres/queries/work/runs'
import { SetlistSourceError, type SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import type { EnteredSetlist } from '@called-it/shared/contract/setlists'
import { POINTS } from '@called-it/shared/game/points'
import { makeSetlist, makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { type GivenNight, makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { describe, expect, test } from 'vitest'

const { correctSpecial, songInShow } = POINTS

const bench = await benchOfFile()
const { song, ids } = await makeBand(bench.db, 10)
const named = (index: number) => ({ id: song(index).id, name: song(index).name })
const draft = (sets: Partial<EnteredSetlist>): EnteredSetlist => ({
  set1: [],
  set2: [],
  encore: [],
  further: [],
  notes: null,
  ...sets,
})

/** One user per song, who picks it as opener and nothing else. */
const predict = (picked: readonly number[], given: Omit<GivenNight, 'cards'> = {}) =>
  makeNight(bench.db, {
    show: { daysFromToday: -3 },
    cards: picked.map((place) => ({ set1: ids(place) })),
    ...given,
  })

describe('setlist lookup', () => {
  const lookUp = (showId: number) => bench.run('look-up-setlist', { showId })

  test('returns the source’s setlist song by song and stores nothing', async () => {
    const show = await makeShow(bench.db)
    const debut = { source_id: 'debut', slug: 'debut', name: 'A Debut' }
    bench.source.setlists.set(
      show.source_id,
      setlistAtSource(
        show,
        { s: [song(9)], 1: [song(0), debut], 3: [song(2)], e: [song(3)], e2: [song(4)] },
        { notes: 'rain' },
      ),
    )
    expect(await lookUp(show.id)).toMatchObject({
      state: 'done',
      subject: `look-up:${show.id}`,
      result: {
        found: true,
        excluded: false,
        exclusionReason: null,
        set1: [named(0), { id: null, name: 'A Debut' }],
        set2: [],
        encore: [named(3), named(4)],
        further: [{ set: '3', songs: [named(2)] }],
        notes: 'rain',
      },
    })
    expect(
      await bench.db.selectFrom('setlist_revisions').selectAll().where('show_id', '=', show.id).execute(),
    ).toEqual([])
    expect(await bench.db.selectFrom('songs').selectAll().where('slug', '=', 'debut').execute()).toEqual([])
  })

  test('returns a merged song as the song that it is, so that no stored one is lost', async () => {
    const show = await makeShow(bench.db)
    const merged = await makeSong(bench.db, { merged_into: song(0).id })
    const set1 = [1, 2, 3, 4, 5, 6, 7].map(song)
    await makeSetlist(bench.db, show.id, { set1: set1.map(({ id }) => id), encore: ids(0) })
    bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: set1.slice(2), e: [merged] }))
    expect(await lookUp(show.id)).toMatchObject({ result: { encore: [named(0)] } })
    const imported = await bench.run('import-setlist', { showId: show.id })
    expect(imported).toMatchObject({
      result: { message: 'The setlist of the source is the one that counts now.' },
    })
  })

  test('returns that a show is excluded and does not mark it', async () => {
    const show = await makeShow(bench.db)
    const excluded: Partial<SourceSetlist> = { excluded: true, exclusionReason: 'a radio session' }
    bench.source.setlists.set(show.source_id, setlistAtSource(show, { 1: [song(0)] }, excluded))
    expect(await lookUp(show.id)).toMatchObject({ result: { found: true, ...excluded, set1: [named(0)] } })
    expect(await bench.getShow(show.id)).toMatchObject({ excluded: false })
  })

  test('finds nothing for an unknown show or one of another source', async () => {
    const show = await makeShow(bench.db)
    expect(await lookUp(show.id)).toMatchObject({ state: 'done', result: { found: false, set1: [] } })
    const own = await makeShow(bench.db, { source: 'hand' })
    bench.source.setlists.set(own.source_id, setlistAtSource(own, { 1: [song(0)] }))
    expect(await lookUp(own.id)).toMatchObject({ state: 'done', result: { found: false } })
  })

  test('fails with the source’s message when the source fails', async () => {
    const show = await makeShow(bench.db)
    bench.source.setlists.set(show.source_id, new SetlistSourceError('unreachable', 'The site is away.'))
    expect(await lookUp(show.id)).toMatchObject({
      state: 'failed',
      error: { code: 'source_failed', message: 'The site is away.' },
    })
    expect(await lookUp(999_999)).toMatchObject({ error: { code: 'show_not_found' } })
  })
})

describe('score preview', () => {
  const preview = (showId: number, setlist: EnteredSetlist | null) =>
    bench.run('preview-scores', { showId, setlist })

  test('counts predictions that would get points in an unscored show', async () => {
    const show = await predict([0, 1, 9])
    const setlist = draft({ set1: [{ id: song(0).id }], set2: [{ id: song(1).id }] })
    expect(await preview(show.id, setlist)).toMatchObject({
      state: 'done',
      subject: `preview:${show.id}`,
      result: {
        ...{ setlist, predictions: 3, moved: 2, raised: 2, lowered: 0 },
        ...{ largestRise: correctSpecial, largestFall: 0 },
      },
    })
    expect(await preview(show.id, null)).toMatchObject({ error: { code: 'setlist_not_found' } })
  })

  test('counts scores that would change in a scored show and changes none', async () => {
    const show = await predict([0, 1, 2, 9], { setlist: { set1: ids(0), encore: ids(1) } })
    await bench.score(show.id)
    expect(await preview(show.id, null)).toMatchObject({
      result: { setlist: null, predictions: 4, moved: 0 },
    })

    const setlist = draft({
      set1: [{ id: song(1).id }, { id: song(2).id }],
      further: [{ set: '3', songs: [{ id: song(0).id }] }],
    })
    const change = correctSpecial - songInShow
    expect(await preview(show.id, setlist)).toMatchObject({
      result: { predictions: 4, moved: 3, raised: 2, lowered: 1, largestRise: change, largestFall: change },
    })
    expect(await bench.totalsOf(show.id)).toEqual([correctSpecial, songInShow, 0, 0])
  })

  test('uses the newest of two drafts and does not wait for scoring', async () => {
    const show = await predict([0])
    await bench.enqueue('score-show', { showId: show.id, fetchSetlist: false })
    const first = await bench.enqueue('preview-scores', {
      showId: show.id,
      setlist: draft({ set1: [{ id: song(5).id }] }),
    })
    const second = await bench.enqueue('preview-scores', {
      showId: show.id,
      setlist: draft({ set1: [{ id: song(0).id }] }),
    })
    expect(second).toBe(first)
    await bench.createExecutor().execute('preview-scores', first, await bench.jobOf(first))
    expect(await findRun(bench.db, first)).toMatchObject({
      state: 'done',
      result: { moved: 1, largestRise: correctSpecial },
    })
  })

  test('fails before the lock and for a cancelled show', async () => {
    const setlist = draft({ set1: [{ id: song(0).id }] })
    const open = await predict([0, 1], { show: {} })
    const cancelled = await predict([0, 1], { show: { daysFromToday: -3, cancelled_at: new Date() } })
    expect(await preview(open.id, setlist)).toMatchObject({ result: null, error: { code: 'picks_open' } })
    expect(await preview(cancelled.id, setlist)).toMatchObject({ error: { code: 'show_cancelled' } })
  })

  test('fails with the source’s reason for an excluded show', async () => {
    const show = await makeShow(bench.db, { excluded: true, exclusion_reason: 'a radio session' })
    expect(await preview(show.id, draft({ set1: [{ id: song(0).id }] }))).toMatchObject({
      error: { code: 'show_excluded', message: 'a radio session' },
    })
  })
})

describe('moved show', () => {
  test('takes its points to another tour exactly once', async () => {
    const [old, next] = [await makeTour(bench.db), await makeTour(bench.db)]
    const night = { show: { tour_id: old.id }, setlist: { set1: ids(0) } }
    const show = await bench.scoredNight({ ...night, cards: [{ set1: ids(0) }, { set1: ids(9) }] })
    const { userIds } = show
    await bench.scoredNight({ ...night, cards: [{ set2: ids(0) }], userIds })
    const standing = (board: number) => findStanding(bench.db, board, userIds[0] ?? 0)
    const both = correctSpecial + songInShow
    expect(await standing(old.id)).toMatchObject({ total: both, best: correctSpecial })

    bench.published.length = 0
    expect(await bench.run('move-show', { showId: show.id, tourId: next.id })).toMatchObject({
      state: 'done',
      subject: `show:${show.id}`,
      result: { moved: true },
    })
    expect(await standing(old.id)).toMatchObject({ total: songInShow, best: songInShow })
    expect(await standing(next.id)).toMatchObject({ total: correctSpecial, best: correctSpecial })
    expect(await standing(0)).toMatchObject({ total: both })
    expect(bench.published).toEqual(
      expect.arrayContaining([
        topics.show(show.id),
        topics.catalogue,
        topics.board(old.id),
        topics.board(next.id),
      ]),
    )
    expect(await bench.run('move-show', { showId: show.id, tourId: next.id })).toMatchObject({
      result: { moved: false },
    })
    await bench.run('move-show', { showId: show.id, tourId: null })
    expect(await standing(next.id)).toBeNull()
    await bench.run('move-show', { showId: show.id, tourId: old.id })
    expect(await standing(old.id)).toMatchObject({ total: both, best: correctSpecial })
    expect(await verifyStandings(bench.db)).toEqual([])
  })
})
