import { randomUUID } from 'node:crypto'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { listSongIds } from '@called-it/infra/postgres/queries/catalogue/song-import'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { type makeShow, makeSong, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { inMinutes, liveEditorsOfFile } from '@called-it/tests/support/gateway/live-editors'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const editors = await liveEditorsOfFile()
const { gateway, db, ann, bob, admin, song } = editors
const { songTap, makeRunningShow, tap, readEditor, readShow, readVersions } = editors
let showId: number

beforeEach(async () => {
  showId = (await makeRunningShow()).id
})

const stored = (revision: number) => ({ status: 200, json: { outcome: 'stored', revision } })

describe('tap', () => {
  test('stores revisions, and publishes the show only when its phase changes', async () => {
    const steps: [object, string, number[]][] = [
      [songTap(0), 'live', [1, 1]],
      [songTap(1), 'live', [2, 1]],
      [{ op: 'replace', sequence: 1, song: song(2).id }, 'live', [3, 1]],
      [{ op: 'set' }, 'live', [4, 1]],
      [songTap(3), 'live', [5, 1]],
      [{ op: 'over' }, 'ended', [6, 2]],
      [{ op: 'undo' }, 'live', [7, 3]],
    ]
    for (const [index, [operation, after, bumped]] of steps.entries()) {
      expect(await tap(showId, ann, operation, index, { s: index * 60 })).toMatchObject(stored(index + 1))
      expect(await readShow(showId)).toMatchObject({ phase: after })
      expect(await readVersions(showId)).toEqual(bumped)
    }
    expect(await readEditor(showId)).toMatchObject({
      revision: 7,
      openSet: 'set2',
      performances: [
        { sequence: 1, set: 'set1', position: 1, song: { name: song(2).name }, by: 'Ann' },
        { sequence: 2, set: 'set1', position: 2, song: { name: song(1).name }, by: 'Ann' },
        { sequence: 3, set: 'set2', position: 1, song: { name: song(3).name }, by: 'Ann' },
      ],
      conflicts: [],
      source: null,
      version: 7,
    })
    expect(await listAuditEntries(db, { subject: `show:${showId}` })).toEqual([])
  })

  test('gives taps with one id one response, also when 20 arrive at once', async () => {
    const opId = randomUUID().toUpperCase()
    const repeats = Array.from({ length: 20 }, () => tap(showId, ann, songTap(0), 0, { opId }))
    for (const response of await Promise.all(repeats)) expect(response).toMatchObject(stored(1))
    await tap(showId, bob, { op: 'over' }, 1)
    await makeScores(db, { id: showId })
    expect(await tap(showId, ann, songTap(0), 0, { opId })).toMatchObject(stored(1))
    expect(await tap(showId, ann, songTap(0), 2)).toMatchObject(refusal(409, 'show_scored'))
    expect(await readVersions(showId)).toEqual([2, 2])
    showId = (await makeRunningShow()).id
    expect(await tap(showId, ann, songTap(0), 0, { opId })).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'opId' }] },
    })
  })

  test('loses no song of two operators at once', async () => {
    await tap(showId, ann, songTap(0), 0)
    const taps = [tap(showId, ann, songTap(1), 1, { s: 60 }), tap(showId, bob, songTap(2), 1, { s: 61 })]
    await Promise.all([...taps, tap(showId, bob, songTap(1), 1, { s: 75 })])
    expect(await readEditor(showId)).toMatchObject({
      revision: 3,
      performances: [{ song: { id: song(0).id } }, {}, {}],
      conflicts: [],
    })
  })

  test('conflicts with a setlist that was stored as a whole meanwhile', async () => {
    await tap(showId, ann, songTap(0), 0)
    const json = { set1: [{ id: song(0).id }, { id: song(1).id }], set2: [], encore: [] }
    await gateway.send('PUT', `/api/admin/shows/${showId}/setlist`, { as: admin, json })
    expect((await readVersions(showId))[0]).toBe(2)
    expect(await tap(showId, ann, songTap(2), 1)).toMatchObject({
      json: { outcome: 'conflict', revision: 2 },
    })
    expect(await tap(showId, ann, songTap(2), 2)).toMatchObject(stored(3))
    expect((await readVersions(showId))[0]).toBe(4)
  })

  test('names no deleted user, and a merged song as the song that it is', async () => {
    const gone = await makeUser(db, { isLiveOperator: true })
    const merged = await makeSong(db, { merged_into: song(1).id })
    await tap(showId, await gateway.loginAs(gone), { op: 'song', song: merged.id }, 0)
    await eraseUser(db, gone.id)
    expect(await readEditor(showId)).toMatchObject({
      performances: [{ song: { id: song(1).id, name: song(1).name }, by: null }],
    })
  })

  test('adds a song by its name, which an import finds by its slug', async () => {
    const name = `Debut ${showId}!`
    const newSong = { op: 'new-song', name }
    expect(await tap(showId, ann, newSong, 0)).toMatchObject(stored(1))
    expect(await tap(showId, bob, { op: 'new-song', name: `DEBUT ${showId}` }, 0, { s: 10 })).toMatchObject({
      json: { outcome: 'merged' },
    })
    const { performances } = await readEditor(showId)
    expect(performances).toMatchObject([{ song: { name }, by: 'Ann' }])
    const listed = { sourceId: `id-${showId}`, slug: `debut-${showId}`, name }
    const entries = [{ set: '1', song: listed }]
    const found = await listSongIds(db, TEST_SOURCE, { showSourceId: 'any', entries })
    expect(found).toEqual([performances[0]?.song.id])
    expect(await tap(showId, ann, { op: 'song', song: found[0] }, 1, { s: 60 })).toMatchObject(stored(2))
    expect(await listAuditEntries(db, { subject: `show:${showId}` })).toMatchObject([
      { action: 'song:added', details: { songId: found[0], name } },
    ])
  })

  test('takes a revision that does not exist for the newest', async () => {
    expect(await tap(showId, ann, songTap(0), Number.MAX_SAFE_INTEGER)).toMatchObject(stored(1))
  })

  test('opens a fourth set after an undo', async () => {
    const ops = [songTap(0), { op: 'set' }, songTap(1), { op: 'set' }, songTap(2), { op: 'set' }, songTap(3)]
    const again = [...ops, { op: 'undo' }]
    for (const [base, operation] of again.entries()) await tap(showId, ann, operation, base, { s: base * 60 })
    expect(await readEditor(showId)).toMatchObject({ openSet: '4', performances: { length: 3 } })
    await tap(showId, ann, songTap(0), again.length, { s: 600 })
    expect(await readEditor(showId)).toMatchObject({
      openSet: '4',
      performances: [{ set: 'set1' }, { set: 'set2' }, { set: '3' }, { set: '4', song: { id: song(0).id } }],
    })
  })

  test('takes the time of the device, within 12 hours of the database', async () => {
    const send = (at: string, base: number) => {
      const json = { opId: randomUUID(), base, at, operation: songTap(base) }
      return gateway.send('POST', `/api/shows/${showId}/live/taps`, { as: ann, json })
    }
    const minuteAgo = inMinutes(-1).toISOString()
    for (const [base, at] of ['2020-01-01T00:00:00Z', minuteAgo, '2090-01-01T00:00:00Z'].entries()) {
      await send(at, base)
    }
    const rows = db.selectFrom('live_taps').where('show_id', '=', showId)
    const [early, exact, late] = await rows.select('tapped_at').orderBy('revision').execute()
    expect(Math.abs((early?.tapped_at.getTime() ?? 0) - inMinutes(-720).getTime())).toBeLessThan(60_000)
    expect(exact?.tapped_at.toISOString()).toBe(minuteAgo)
    expect(Math.abs((late?.tapped_at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test.each<[string, Parameters<typeof makeShow>[1], ErrorCode]>([
    ['a first song too early', { starts_at: inMinutes(200), locks_at: inMinutes(200) }, 'show_not_begun'],
    ['a tap on a cancelled show', { cancelled_at: new Date() }, 'show_cancelled'],
    ['a tap on a show of the past', { daysFromToday: -3 }, 'show_past'],
  ])('refuses %s', async (_title, given, code) => {
    showId = (await makeRunningShow(given)).id
    expect(await tap(showId, ann, songTap(0), 0)).toMatchObject(refusal(409, code))
  })

  test('closes the picks with the first song', async () => {
    showId = (await makeRunningShow({ starts_at: inMinutes(100), locks_at: inMinutes(100) })).id
    expect(await readShow(showId)).toMatchObject({ phase: 'open' })
    await tap(showId, ann, songTap(0), 0)
    expect(await readShow(showId)).toMatchObject({ phase: 'live', is_open: false })
    await tap(showId, ann, { op: 'undo' }, 1)
    expect(await readShow(showId)).toMatchObject({ phase: 'locked', is_open: false })
  })

  test.each([
    ['an unknown song', { op: 'song', song: 60_000 }, 'operation.song'],
    ['a new song without a name', { op: 'new-song', name: ' ' }, 'operation.name'],
    ['an undo before the first song', { op: 'undo' }, 'operation'],
  ])('returns 422 for %s', async (_title, operation, path) => {
    const json = { issues: [{ path }] }
    expect(await tap(showId, ann, operation, 0)).toMatchObject({ status: 422, json })
    expect(await readEditor(showId)).toMatchObject({ revision: 0 })
  })
})
