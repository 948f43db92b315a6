import { dropProposal, findOpenProposal } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { findSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { findScorableShow } from '@called-it/infra/postgres/queries/standings/score-sets'
import { findStanding } from '@called-it/infra/postgres/queries/standings/standings'
import type { SourceSetlist } from '@called-it/infra/setlist-sources/source'
import { topics } from '@called-it/shared/contract/events'
import { POINTS } from '@called-it/shared/game/points'
import {
  makeSetlist,
  makeShow,
  makeSong,
  makeSongs,
  makeTour,
  TEST_SOURCE,
} from '@called-it/tests/support/factories/catalogue'
import { makeNight } from '@called-it/tests/support/factories/night'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, expect, test } from 'vitest'

const bench = await benchOfFile()
let show: Awaited<ReturnType<typeof makeShow>>
let song: Awaited<ReturnType<typeof makeSong>>

/** Missing in the catalogue. */
const debut = { source_id: 'debut', slug: 'debut', name: 'debut' }

beforeEach(async () => {
  show = await makeShow(bench.db, { daysFromToday: -3 })
  song = await makeSong(bench.db, { name: 'known' })
})

const writeUp = (sets: Parameters<typeof setlistAtSource>[1], given: Partial<SourceSetlist> = {}) =>
  bench.source.setlists.set(show.source_id, setlistAtSource(show, sets, given))
const importSetlist = (showId = show.id) => bench.run('import-setlist', { showId })
const versionOf = () => getTopicVersion(bench.db, topics.show(show.id))
const setlistVersionOf = () => getTopicVersion(bench.db, topics.setlist(show.id))
const openProposal = () => findOpenProposal(bench.db, show.id)
const currentSetlist = () => findSetlist(bench.db, show.id)

test('stores the source’s setlist once and a correction as a new revision', async () => {
  writeUp({ 1: [song], e: [debut] })
  expect(await importSetlist()).toMatchObject({ state: 'done', result: { revision: 1, changed: true } })
  expect([await versionOf(), await setlistVersionOf()]).toEqual([1, 1])
  expect(await importSetlist()).toMatchObject({ state: 'done', result: { revision: 1, changed: false } })
  expect([await versionOf(), await setlistVersionOf()]).toEqual([1, 1])

  writeUp({ 1: [debut], e: [song] })
  expect(await importSetlist()).toMatchObject({ result: { revision: 2, changed: true } })
  expect(await currentSetlist()).toMatchObject({ origin: 'source', text: '1: debut\ne: known' })
})

test('replaces a setlist that was entered by hand', async () => {
  await makeSetlist(bench.db, show.id, {}, { origin: 'hand', text: 'by hand' })
  writeUp({ 1: [song] })
  expect(await importSetlist()).toMatchObject({ result: { revision: 2, changed: true } })
  expect(await currentSetlist()).toMatchObject({ origin: 'source', text: '1: known' })
})

test('fails for a show without a setlist or with a soundcheck only', async () => {
  await makeSetlist(bench.db, show.id, {}, { origin: 'hand', text: 'by hand' })
  expect(await importSetlist()).toMatchObject({ state: 'failed', error: { code: 'setlist_not_found' } })
  writeUp({ s: [song] })
  expect(await importSetlist()).toMatchObject({ state: 'failed', error: { code: 'setlist_not_found' } })
  expect(await currentSetlist()).toMatchObject({ text: 'by hand' })
})

test('stores why a show is excluded and clears it when it counts again', async () => {
  writeUp({ 1: [song] }, { excluded: true, exclusionReason: 'a radio session' })
  expect(await importSetlist()).toMatchObject({
    error: { code: 'show_excluded', message: 'a radio session' },
  })
  expect(await findScorableShow(bench.db, show.id)).toMatchObject({
    excluded: true,
    exclusionReason: 'a radio session',
    revisionId: null,
  })
  writeUp({ 1: [song] })
  await importSetlist()
  expect(await findScorableShow(bench.db, show.id)).toMatchObject({
    excluded: false,
    exclusionReason: null,
    revisionOrigin: 'source',
  })
})

test('does not request the show of another source', async () => {
  writeUp({ 1: [song] })
  await bench.db.updateTable('shows').set({ source: 'elsewhere' }).where('id', '=', show.id).execute()
  expect(await importSetlist()).toMatchObject({
    error: {
      code: 'setlist_not_found',
      message: `This show comes from the source elsewhere, and setlists come from ${TEST_SOURCE} now.`,
    },
  })
})

test('leaves the scores alone until the show is scored again', async () => {
  const { id: tour_id } = await makeTour(bench.db)
  const night = await makeNight(bench.db, {
    show: { daysFromToday: -3, tour_id },
    cards: [{ set1: [song.id] }],
  })
  show = night
  const standing = () => findStanding(bench.db, tour_id, night.userIds[0] ?? 0)
  writeUp({ 1: [song] })
  await bench.score(show.id, true)
  expect(await setlistVersionOf()).toBe(1)
  writeUp({ 2: [song] })
  expect(await importSetlist()).toMatchObject({ result: { revision: 2 } })
  expect(await standing()).toMatchObject({ total: POINTS.correctSpecial })
  await bench.score(show.id)
  expect(await standing()).toMatchObject({ total: POINTS.songInShow })
})

test('proposes a setlist that seems to be cut off, and says so', async () => {
  const songs = await makeSongs(bench.db, 18)
  writeUp({ 1: songs.slice(0, 9), 2: songs.slice(9, 16), e: songs.slice(16) })
  await importSetlist()
  writeUp({ 1: songs.slice(0, 4) })
  const message = "The source's setlist has only 4 of the 18 stored songs. It waits on the setlist editor."
  expect(await bench.score(show.id, true)).toMatchObject({
    state: 'done',
    result: { processed: 0, errors: 0, message },
  })
  expect(await currentSetlist()).toMatchObject({ revision: 1 })
  const proposal = await openProposal()
  expect(await importSetlist()).toMatchObject({ result: { message, revision: 1, changed: false } })
  expect(await openProposal()).toEqual(proposal)

  writeUp({ 1: songs.slice(0, 9), 2: songs.slice(9) })
  expect(await importSetlist()).toMatchObject({ result: { revision: 2, changed: true } })
  expect(await openProposal()).toBeNull()
})

test('does not propose a dropped setlist again before it is requested', async () => {
  const songs = await makeSongs(bench.db, 8)
  writeUp({ 1: songs })
  await importSetlist()
  writeUp({ 1: [song, debut] })
  await importSetlist()
  const proposal = (await openProposal()) ?? expect.fail('nothing was proposed')
  await bench.db.transaction().execute((trx) => dropProposal(trx, proposal.id))
  const score = async () => (await bench.score(show.id, true)).result?.message
  expect(await score()).toBeUndefined()
  expect(await openProposal()).toBeNull()
  await importSetlist()
  expect(await openProposal()).toMatchObject({ id: proposal.id })
  writeUp({ 1: [song] })
  expect(await score()).toContain('0 of the 8')
})
