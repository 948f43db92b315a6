import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const admin = await game.gateway.loginAs(await makeAdmin(db))
const fan = await game.gateway.loginAs(await makeUser(db))

const score = (showId: number, json: object) =>
  game.gateway.send('POST', `/api/admin/shows/${showId}/score`, { as: admin, json })
const showRow = (id: number) =>
  db.selectFrom('shows').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('scoring of a show whose picks are open', () => {
  test('returns 409 and enqueues nothing', async () => {
    const show = await makeShow(db)
    expect(await score(show.id, {})).toMatchObject(refusal(409, 'picks_open'))
    expect(await db.selectFrom('runs').select('id').execute()).toEqual([])
    expect(await showRow(show.id)).toMatchObject({ picks_closed: false })
  })

  test('closes the picks with the request and for its run', async () => {
    const show = await makeShow(db)
    const failure = { code: 'setlist_not_found', message: 'Setlist not found for this show' } as const
    const scoring = score(show.id, { closePicks: true })
    await expect.poll(() => showRow(show.id)).toMatchObject({ picks_closed: true })
    expect(await game.save(fan, game.oneSong(show.id))).toMatchObject(refusal(409, 'picks_closed'))
    const { id: runId } = await endNextRun(game.gateway, 'score-show', { failure })
    expect(await scoring).toMatchObject(refusal(404, 'setlist_not_found'))
    // The worker reopens what its run has closed.
    expect(await showRow(show.id)).toMatchObject({ closed_by_run: runId })
    expect(await listAuditEntries(db, { action: 'show:picks-closed' })).toMatchObject([
      { subject: `show:${show.id}`, details: { runId } },
    ])
  })
})
