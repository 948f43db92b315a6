import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findLeaves, proveOwnPicks, readPickLocks } from '@called-it/gateway/features/pick-proofs/service'
import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { updateMerge } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { deleteOpenPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bareEnv } from './support/bare-env.ts'
import { commitPicksOf } from './support/commit-picks.ts'
import { isLongRun } from './support/long-run.ts'
import { makePredictedShow } from './support/predicted-show.ts'
import { folderOfFile } from './support/temporary-folder.ts'
import { databaseOfFile } from './support/test-database.ts'
import { runProgram } from './support/workers/run-command.ts'

const PLAYERS = isLongRun ? 1_000 : 100
const root = path.resolve(import.meta.dirname, '..')

const database = await databaseOfFile()
const folder = await folderOfFile()
const { db } = database

const show = await makePredictedShow(db, PLAYERS)
const showId = show.id
await sql`UPDATE shows SET locks_at = now()`.execute(db)
await commitPicksOf(db, showId)
const rows = await db.selectFrom('predictions').select('user_id').orderBy('user_id').execute()
const players = rows.map(({ user_id }) => user_id)

const fileOf = (userId: number) => path.join(folder, `${userId}.json`)

/** As their owners download them. */
async function writeProofs(userIds: readonly number[]): Promise<string[]> {
  const write = async (userId: number) =>
    writeFile(fileOf(userId), JSON.stringify(await proveOwnPicks(db, showId, userId)))
  for (let at = 0; at < userIds.length; at += 20) await Promise.all(userIds.slice(at, at + 20).map(write))
  return userIds.map(fileOf)
}

const docs = await readFile(path.join(root, 'docs/fair-play.md'), 'utf8')
const script = path.join(folder, 'verify-proof.mjs')
await writeFile(script, /```js\n(.*?)```/s.exec(docs)?.[1] ?? expect.fail('the docs have no script'))

/** The script of the docs, in a process of its own and away from the project's packages. */
async function runScript(files: readonly string[]): Promise<{ code: number; lines: string[] }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; lines: string[] }>()
  const child = execFile(
    process.execPath,
    [script, ...files],
    { cwd: folder, env: bareEnv, maxBuffer: 2 ** 24 },
    (_, stdout) => resolve({ code: child.exitCode ?? -1, lines: stdout.trim().split('\n') }),
  )
  return promise
}

const failedIn = ({ lines }: { lines: string[] }) => lines.filter((line) => !line.includes(': ok, root '))

const picksOf = async (userId: number) =>
  (await db.selectFrom('predictions').select('picks').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .picks
const setPicks = (userId: number, picks: Buffer) =>
  db.updateTable('predictions').set({ picks }).where('user_id', '=', userId).execute()

describe('the script of the docs', () => {
  test('equals the one that the site serves, and has at most 30 lines', async () => {
    const served = await readFile(path.join(root, 'web/public/verify-proof.mjs'), 'utf8')
    expect(docs).toContain(`\`\`\`js\n${served}\`\`\``)
    expect(served.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  })

  test('accepts the proof of every prediction, and all but one that was altered', async () => {
    const accepted = await runScript(await writeProofs(players))
    expect([accepted.code, failedIn(accepted), accepted.lines.length]).toEqual([0, [], PLAYERS])

    const altered = players[41] ?? 0
    const picks = await picksOf(altered)
    // The last slot of the encore.
    await setPicks(altered, Buffer.concat([picks.subarray(0, -1), Buffer.of((picks.at(-1) ?? 0) + 1)]))
    const checked = await runScript(await writeProofs(players))
    await setPicks(altered, picks)
    expect(checked.code).toBe(1)
    expect(failedIn(checked)).toEqual([expect.stringContaining(`${fileOf(altered)}: FAILED, root `)])
  })

  test('fails with a proof that is cut or has another place', async () => {
    const [userId = 0] = players
    const proof = await proveOwnPicks(db, showId, userId)
    const changes = [{ path: proof.path.slice(1) }, { index: 1 }, { index: PLAYERS }]
    const files = await Promise.all(
      changes.map(async (change, at) => {
        const file = path.join(folder, `changed-${at}.json`)
        await writeFile(file, JSON.stringify({ ...proof, ...change }))
        return file
      }),
    )
    expect(failedIn(await runScript(files))).toHaveLength(changes.length)
  })

  test('recounts the root of all leaves', async () => {
    const { lines } = await findLeaves(db, showId)
    const file = path.join(folder, 'leaves.txt')
    await writeFile(file, lines)
    const { locks } = await readPickLocks(db, showId)
    const { lines: printed } = await runScript([file])
    expect(printed).toEqual([`${file}: ok, root ${locks[0]?.root} of ${PLAYERS}`])
  })

  test('accepts nothing that is neither a proof nor leaves', async () => {
    const { root: _, ...proof } = await proveOwnPicks(db, showId, players[0] ?? 0)
    const texts = ['{}', JSON.stringify(proof), '<!doctype html>', '']
    const refuse = async (text: string, index: number) => {
      const file = path.join(folder, `other-${index}.txt`)
      await writeFile(file, text)
      const { code, lines } = await runScript([file])
      expect([code, lines.filter((line) => line.includes(': ok, '))]).toEqual([1, []])
    }
    await Promise.all(texts.map(refuse))
  })
})

describe('commitment', () => {
  test('keeps the proofs when songs are merged or renamed and the date is corrected', async () => {
    const some = players.slice(0, 50)
    const read = () => Promise.all(some.map((userId) => proveOwnPicks(db, showId, userId)))
    const before = await read()
    const [songId = 0, into = 0] = unpackPicks(await picksOf(some[0] ?? 0)).set1.map((id) => id ?? 0)
    await db.transaction().execute((trx) => updateMerge(trx, { songId, into }))
    await sql`UPDATE songs SET name = name || ' (renamed)'`.execute(db)
    await sql`UPDATE shows SET showdate = showdate + 1`.execute(db)
    expect(await read()).toEqual(before)
  })

  test('keeps the leaf of a deleted profile and the proofs of others', async () => {
    const [gone = 0, ...others] = players.slice(50, 70)
    await eraseUser(db, gone)
    await db.transaction().execute((trx) => deleteOpenPredictions(trx, gone))
    const { code, lines } = await runScript(await writeProofs(others))
    expect([code, lines.length]).toEqual([0, others.length])
    const leaf = db.selectFrom('pick_commitments').select('leaf').where('user_id', '=', gone)
    expect(await leaf.execute()).toHaveLength(1)
  })
})

describe('verify-proof', () => {
  const verify = (file: string) => runProgram(['verify-proof', file], {})

  test('accepts a proof without a database and says what to compare', async () => {
    const [userId = 0] = players
    const [file = ''] = await writeProofs([userId])
    const { locks } = await readPickLocks(db, showId)
    const { code, stdout } = await verify(file)
    expect(code).toBe(0)
    expect(stdout).toContain(`root ${locks[0]?.root} of ${PLAYERS} leaves`)
    expect(stdout).toContain('must equal those of the proof page')
  })

  test.each([
    ['a proof of other picks', 'does not verify'],
    ['no proof', 'is no proof of picks'],
    ['no file', 'cannot be read'],
  ])('refuses %s', async (given, message) => {
    const proof = await proveOwnPicks(db, showId, players[0] ?? 0)
    const file = path.join(folder, `${given}.json`)
    const altered = { ...proof, leaf: { ...proof.leaf, player: players[1] ?? 0 } }
    if (given !== 'no file') await writeFile(file, given === 'no proof' ? '{}' : JSON.stringify(altered))
    expect(await verify(file)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) })
  })
})
