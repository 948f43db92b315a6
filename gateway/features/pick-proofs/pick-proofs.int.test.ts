import { proofTree, toHex, verifyProof } from '@called-it/infra/pick-proofs/pick-proofs'
import { commitPicksOf } from '@called-it/tests/support/commit-picks'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { makeFan } from '@called-it/tests/support/gateway/make-fans'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { makePredictedShow } from '@called-it/tests/support/predicted-show'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const get = (showId: number, part = '', as?: string) =>
  game.gateway.send('GET', `/api/shows/${showId}/proof${part}`, { as })
const listLocks = async (showId: number) => (await game.gateway.request('listPickLocks', { showId })).locks
const readProof = (showId: number, as: string) => game.gateway.request('getOwnProof', { showId }, { as })

async function makeLockedShow(players: readonly { id: number }[]) {
  const show = await makeShow(db, { locks_at: ago(1) })
  for (const { id: userId } of players) {
    const picks = { set1: [game.song(0), null, game.song(1)] }
    await makePrediction(db, { showId: show.id, userId, picks })
  }
  await commitPicksOf(db, show.id)
  return show
}

test('lists all locks of a show, and proves public picks only', async () => {
  const player = await makeFan(game.gateway)
  const show = await makeLockedShow([player])
  const setLock = (locks_at: Date) => changeShow(db, show.id, { locks_at })
  const first = { number: 1, leaves: 1, root: expect.stringMatching(/^[0-9a-f]{64}$/), replaced_at: null }
  expect(await listLocks(show.id)).toMatchObject([{ ...first, locked_at: show.locks_at?.toISOString() }])

  await setLock(ago(-60))
  expect(await listLocks(show.id)).toMatchObject([first])
  expect(await get(show.id, '/own', player.as)).toMatchObject(refusal(409, 'picks_open'))
  expect(await get(show.id, '/leaves')).toMatchObject(refusal(409, 'picks_open'))

  await sql`UPDATE pick_locks SET replaced_at = now() WHERE show_id = ${show.id}`.execute(db)
  await setLock(ago(1))
  expect(await get(show.id, '/own', player.as)).toMatchObject(refusal(404, 'proof_not_found'))
  await commitPicksOf(db, show.id)
  const replaced = { ...first, replaced_at: expect.any(String) }
  expect(await listLocks(show.id)).toMatchObject([{ ...first, number: 2 }, replaced])
})

test('returns 404 for an unknown show, and for shows without a lock or picks', async () => {
  const player = await makeFan(game.gateway)
  expect(await get(2_147_483_647)).toMatchObject(refusal(404, 'show_not_found'))
  const uncommitted = await makeShow(db, { locks_at: ago(1) })
  expect(await get(uncommitted.id, '/leaves')).toMatchObject(refusal(404, 'proof_not_found'))
  const empty = await makeLockedShow([])
  expect(await listLocks(empty.id)).toMatchObject([{ leaves: 0, root: null }])
  expect(await get(empty.id, '/own', player.as)).toMatchObject(refusal(404, 'proof_not_found'))
})

test('gives each player the own proof and nobody another one', async () => {
  const [one, other, without] = [
    await makeFan(game.gateway),
    await makeFan(game.gateway),
    await makeFan(game.gateway),
  ]
  const admin = await makeAdmin(db)
  const show = await makeLockedShow([one, other])
  const proofs = [await readProof(show.id, one.as), await readProof(show.id, other.as)]
  expect(proofs).toMatchObject([
    { leaf: { show: show.source_id, player: one.id }, index: 0, tree_size: 2 },
    { leaf: { date: show.showdate, player: other.id }, index: 1, tree_size: 2 },
  ])
  expect(proofs.map(verifyProof)).toEqual([true, true])
  expect(proofs[0]?.leaf.picks.slice(0, 3)).toEqual([game.slugOf(0), null, game.slugOf(1)])
  for (const as of [without.as, await game.gateway.loginAs(admin)]) {
    expect(await get(show.id, '/own', as)).toMatchObject(refusal(404, 'prediction_not_found'))
  }
  // Inserted after the lock.
  await makePrediction(db, { showId: show.id, userId: without.id, picks: { set1: [game.song(0)] } })
  expect(await get(show.id, '/own', without.as)).toMatchObject(refusal(404, 'proof_not_found'))
})

test('sends all leaves as lines, and proofs beyond the first 1,024', async () => {
  const show = await makePredictedShow(db, 8_500)
  const last = await makeFan(game.gateway)
  await makePrediction(db, { showId: show.id, userId: last.id, picks: { set1: [game.song(0)] } })
  await changeShow(db, show.id, { locks_at: ago(1) })
  await commitPicksOf(db, show.id)
  const { status } = await game.gateway.send('HEAD', `/api/shows/${show.id}/proof/leaves`)
  expect(status).toBe(405)
  const { text, headers } = await get(show.id, '/leaves')
  expect(headers.get('content-disposition')).toContain(`leaves-${show.id}-1.txt`)
  expect(text.match(/^[0-9a-f]{64}\n/gm)).toHaveLength(8_501)
  const root = toHex(proofTree.rootOf(Buffer.from(text.replaceAll('\n', ''), 'hex')))
  expect(await listLocks(show.id)).toMatchObject([{ leaves: 8_501, root }])
  const proof = await readProof(show.id, last.as)
  expect([proof.index, proof.root, verifyProof(proof)]).toEqual([8_500, root, true])
})
