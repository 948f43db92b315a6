import { randomUUID } from 'node:crypto'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { liveEditorsOfFile } from '@called-it/tests/support/gateway/live-editors'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { beforeEach, describe, expect, test } from 'vitest'

const editors = await liveEditorsOfFile()
const { gateway, db, ann, bob, admin, song } = editors
const { songTap, makeRunningShow, tap, settle, readEditor, readShow, readVersions } = editors
let showId: number

beforeEach(async () => {
  showId = (await makeRunningShow()).id
})

const take = () => gateway.send('POST', `/api/admin/shows/${showId}/live/source`, { as: admin })

describe('conflict', () => {
  /** Bob's song after Ann's encore, which he did not see. */
  async function contradict(): Promise<string> {
    const opId = randomUUID()
    await tap(showId, ann, songTap(0), 0)
    await tap(showId, ann, { op: 'encore' }, 1)
    expect(await tap(showId, bob, songTap(1), 1, { s: 60, opId })).toMatchObject({
      json: { outcome: 'conflict', revision: 2 },
    })
    expect(await readVersions(showId)).toEqual([3, 1])
    expect(await readEditor(showId)).toMatchObject({
      revision: 2,
      conflicts: [
        {
          opId,
          operation: songTap(1),
          songName: song(1).name,
          by: 'Bob',
          against: { operation: { op: 'encore' }, songName: null, by: 'Ann' },
        },
      ],
    })
    return opId
  }

  test.each([
    ['apply', { outcome: 'stored', revision: 3 }, 2, 'live-conflict:applied'],
    ['drop', { outcome: 'conflict', revision: 2 }, 1, 'live-conflict:dropped'],
  ])('is settled by %s', async (decision, result, count, action) => {
    const opId = await contradict()
    const both = await Promise.all([settle(showId, ann, opId, decision), settle(showId, bob, opId, decision)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(both).toContainEqual(expect.objectContaining({ json: result }))
    expect(both).toContainEqual(
      expect.objectContaining({ json: expect.objectContaining({ code: 'conflict_not_found' }) }),
    )
    expect(await readEditor(showId)).toMatchObject({
      conflicts: [],
      performances: { length: count },
      version: 4,
    })
    expect(await tap(showId, bob, songTap(1), 1, { opId })).toMatchObject({ json: result })
    expect(await listAuditEntries(db, { subject: `show:${showId}` })).toMatchObject([{ action }])
  })

  test('is dropped after the show was scored, but not applied', async () => {
    const opId = await contradict()
    await makeScores(db, { id: showId })
    expect(await settle(showId, ann, opId, 'apply')).toMatchObject({ json: { code: 'show_scored' } })
    expect((await settle(showId, ann, opId, 'drop')).status).toBe(200)
  })
})

describe("source's setlist", () => {
  const read = (played: number[], failures = 0) =>
    db
      .insertInto('source_readings')
      .values({
        show_id: showId,
        setlist: played.length === 0 ? null : JSON.stringify(listed(played)),
        read_at: new Date(),
        next_at: new Date(),
        failures,
      })
      .execute()
  const listed = (played: number[]) => setlistAtSource({ source_id: 'any' }, { 1: played.map(song) })

  test('stands beside the editor, and an admin takes it', async () => {
    await tap(showId, ann, songTap(0), 0)
    await tap(showId, ann, { op: 'set' }, 1)
    await read([0, 1], 2)
    const source = {
      setlist: { found: true, set1: [{ id: song(0).id }, { id: song(1).id }] },
      isAway: true,
      differs: true,
    }
    expect(await readEditor(showId)).toMatchObject({ source })
    expect(await take()).toMatchObject({ status: 200, json: { revision: 3 } })
    expect(await take()).toMatchObject({ status: 200, json: { revision: 3 } })
    expect(await readVersions(showId)).toEqual([3, 1])
    expect(await readEditor(showId)).toMatchObject({
      revision: 3,
      openSet: 'set1',
      performances: [{ by: null, at: null }, { by: null }],
      source: { differs: false },
    })
    expect(await listAuditEntries(db, { subject: `show:${showId}` })).toMatchObject([
      { action: 'setlist:taken-from-source', details: { revision: 3 } },
    ])
  })

  test('opens the set of its last song, unless an operator has ended the show', async () => {
    await read([0, 1])
    expect(await take()).toMatchObject({ json: { revision: 1 } })
    expect(await readEditor(showId)).toMatchObject({ openSet: 'set1', performances: { length: 2 } })
    expect(await readShow(showId)).toMatchObject({ phase: 'live' })
    await tap(showId, ann, { op: 'over' }, 1)
    expect(await take()).toMatchObject({ json: { revision: 3 } })
    expect(await readShow(showId)).toMatchObject({ phase: 'ended' })
  })

  test('does not differ and cannot be taken while there is none', async () => {
    expect(await take()).toMatchObject(refusal(404, 'setlist_not_found'))
    await tap(showId, ann, songTap(0), 0)
    await read([])
    expect(await readEditor(showId)).toMatchObject({
      source: { setlist: { found: false }, isAway: false, differs: false },
    })
    expect(await take()).toMatchObject({ status: 404 })
  })
})
