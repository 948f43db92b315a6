import { upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import { eraseUser, findUserById } from '@called-it/infra/postgres/queries/accounts/users'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { Decision, ReportBody } from '@called-it/shared/contract/moderation'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { countWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const HASH = 'a'.repeat(64)

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

const admin = await makeAdmin(db)
const as = await gateway.loginAs(admin)
beforeEach(() => emptyTables(db, 'reports', 'leagues'))

async function report(body: ReportBody, by?: { id: number }) {
  const cookie = await gateway.loginAs(by ?? (await makeUser(db)))
  return gateway.send('POST', '/api/reports', { as: cookie, json: body })
}
const decide = (kind: string, id: number, decision: Decision, reason?: string) =>
  gateway.send('POST', '/api/admin/reports/decision', { as, json: { kind, id, decision, reason } })

const listReported = async () => (await gateway.request('listReports', {}, { as })).reported

async function makePlayer() {
  const user = await makeUser(db, { displayName: 'Rude Name' })
  await upsertAvatar(db, user.id, { contentHash: HASH, webp: Buffer.from('an image') })
  await makeStanding(db, { board: GLOBAL_BOARD, user_id: user.id, total: 21 })
  return user
}

describe('report', () => {
  test('is listed once per fan with the others of the same thing, the oldest first', async () => {
    const [rude, other, fan] = [await makePlayer(), await makePlayer(), await makeUser(db)]
    const name = { kind: 'name' as const, user_id: rude.id }
    for (const note of [' Really rude. ', 'once more'])
      expect((await report({ ...name, note }, fan)).status).toBe(200)
    await report({ kind: 'image', user_id: other.id })
    await report({ ...name, note: '  ' })
    expect(await listReported()).toEqual([
      {
        kind: 'name',
        id: rude.id,
        name: 'Rude Name',
        avatar_path: `/api/avatars/${rude.id}/${HASH}.webp`,
        reports: 2,
        first_at: expect.any(String),
        notes: ['Really rude.'],
      },
      expect.objectContaining({ kind: 'image', id: other.id, reports: 1, notes: [] }),
    ])
    expect(await gateway.request('listNotices', {}, { as })).toMatchObject({ reports: 2 })
  })

  test('takes a league from its members only', async () => {
    const owner = await makeUser(db)
    const { id: league_id } = await makeLeague(db, [owner.id], { name: 'Rude League' })
    const body = { kind: 'league' as const, league_id }
    expect(await report(body)).toMatchObject(refusal(404, 'league_not_found'))
    expect((await report(body, owner)).status).toBe(200)
    expect(await listReported()).toMatchObject([{ kind: 'league', id: league_id, name: 'Rude League' }])
  })

  test('is refused of oneself, a missing image and a fan who is gone', async () => {
    const [player, plain] = [await makePlayer(), await makeUser(db)]
    expect((await report({ kind: 'name', user_id: player.id }, player)).status).toBe(403)
    expect((await report({ kind: 'image', user_id: plain.id })).status).toBe(404)
    expect((await report({ kind: 'name', user_id: 2_147_483_647 })).status).toBe(404)
    expect(await listReported()).toEqual([])
  })

  test('is limited to ten an hour', async () => {
    const fan = await makeUser(db)
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await report({ kind: 'name', user_id: admin.id }, fan)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  test('loses who reported with the note, and goes with the reported profile', async () => {
    const [player, fan] = [await makePlayer(), await makeUser(db)]
    await report({ kind: 'name', user_id: player.id, note: 'I am Wren, and know them.' }, fan)
    const erase = (id: number) => db.transaction().execute((trx) => eraseDataOfUser(trx, id))
    await erase(fan.id)
    expect(await db.selectFrom('reports').select(['user_id', 'note']).execute()).toEqual([
      { user_id: null, note: null },
    ])
    await erase(player.id)
    expect(await listReported()).toEqual([])
  })
})

describe('decision', () => {
  const boardVersion = () => getTopicVersion(db, topics.board(GLOBAL_BOARD))

  test.each([
    ['name', 'reset-name', { avatarPath: expect.stringContaining(HASH), suspendedAt: null }, 1],
    ['image', 'remove-image', { displayName: 'Rude Name', avatarPath: null }, 1],
    ['name', 'dismiss', { displayName: 'Rude Name', avatarPath: expect.stringContaining(HASH) }, 0],
    ['image', 'suspend', { displayName: 'suspended fan', avatarPath: null }, 1],
  ] as const)(
    'applies the decision about a %s (%s) to profile and boards',
    async (kind, decision, profile, steps) => {
      const { id } = await makePlayer()
      await report({ kind, user_id: id })
      const before = await boardVersion()
      const publish = vi.spyOn(gateway.parts.publisher, 'publish').mockClear()
      const decided = await decide(kind, id, decision, decision === 'suspend' ? 'A rude image.' : undefined)
      expect(decided).toMatchObject({ status: 200, json: { reported: [] } })
      const user = await findUserById(db, id)
      expect(user).toMatchObject(profile)
      if (decision === 'reset-name') expect(user?.displayName).toBe(`fan ${id}`)
      expect(await boardVersion()).toBe(before + steps)
      const ended = ['session:revoked', { userId: id, reason: 'ended' }]
      expect(publish.mock.calls.filter(([name]) => name === 'session:revoked')).toEqual(
        decision === 'suspend' ? [ended] : [],
      )
      expect(await listAuditEntries(db, { subject: `user:${id}` })).toMatchObject([
        ...(decision === 'suspend' ? [{ action: 'user:suspended' }] : []),
        { action: 'report:decided', actor_id: admin.id, details: { kind, decision } },
      ])
      expect(await db.selectFrom('reports').select(['decision', 'decided_by']).execute()).toEqual([
        { decision, decided_by: admin.id },
      ])
    },
  )

  test('resets the name of a league, also on its pages', async () => {
    const owner = await makeUser(db)
    const { id: league_id } = await makeLeague(db, [owner.id], { name: 'Rude League' })
    await report({ kind: 'league', league_id }, owner)
    expect((await decide('league', league_id, 'suspend', 'A reason')).status).toBe(422)
    expect((await decide('league', league_id, 'reset-name')).status).toBe(200)
    const { name } = await db.selectFrom('leagues').select('name').executeTakeFirstOrThrow()
    expect([name, await getTopicVersion(db, topics.league(league_id))]).toEqual([`league ${league_id}`, 1])
  })

  test('suspends with a reason only, and decides reports of name and image', async () => {
    const { id } = await makePlayer()
    for (const kind of ['name', 'image'] as const) await report({ kind, user_id: id })
    expect(await decide('name', id, 'suspend')).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'reason' }] },
    })
    expect(await decide('name', id, 'suspend', 'A rude name.')).toMatchObject({ json: { reported: [] } })
  })

  test.each([
    ['to reset the name', 'reset-name'],
    ['to suspend', 'suspend'],
  ] as const)('waits for a deletion of the profile without a deadlock, %s', async (_, decision) => {
    const { id } = await makePlayer()
    await report({ kind: 'name', user_id: id })
    const deleting = await db.startTransaction().execute()
    await eraseUser(deleting, id)
    const decided = decide('name', id, decision, 'Insults')
    await expect.poll(() => countWaitingQueries(gateway.postgres.pool)).toBe(1)
    await eraseDataOfUser(deleting, id)
    await deleting.commit().execute()
    expect((await decided).status).toBe(404)
  })

  test('is made once, after which the thing can be reported again', async () => {
    const [{ id }, fan] = [await makePlayer(), await makeUser(db)]
    await report({ kind: 'name', user_id: id }, fan)
    const statuses = await Promise.all(
      ['reset-name' as const, 'dismiss' as const].map(async (one) => (await decide('name', id, one)).status),
    )
    expect(statuses.toSorted()).toEqual([200, 404])
    await report({ kind: 'name', user_id: id }, fan)
    expect(await listReported()).toHaveLength(1)
  })
})

test('blocks words in any spelling, once, until they are unblocked', async () => {
  const words = '/api/admin/blocked-words'
  const block = (word: string) => gateway.send('POST', words, { as, json: { word } })
  for (const word of ['Héck-Ler', 'heckler']) {
    expect(await block(word)).toMatchObject({ status: 200, json: { words: ['heckler'] } })
  }
  expect((await block('- ! -')).status).toBe(422)
  expect(await gateway.send('DELETE', `${words}/heckler`, { as })).toMatchObject({ json: { words: [] } })
  const entries = [
    ...(await listAuditEntries(db, { action: 'word:blocked' })),
    ...(await listAuditEntries(db, { action: 'word:unblocked' })),
  ]
  expect(entries.map(({ details }) => details)).toEqual([{ word: 'heckler' }, { word: 'heckler' }])
})
