import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import type { Access } from '@called-it/shared/contract/endpoint'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import fc from 'fast-check'
import {
  makeAdmin,
  makePrediction,
  makeScores,
  makeSetlist,
  makeShow,
  makeSongs,
  makeStanding,
  makeTour,
  makeUser,
  TEST_PASSWORD,
} from '../support/factories.ts'
import type { TestGateway } from '../support/gateway/start-gateway.ts'
import type { Known } from './values/arbitrary-of.ts'
import { hostileText } from './values/texts.ts'

/** Rows that calls can name, and callers of every right. */
export type FuzzWorld = {
  /** What the fields of calls are filled with. */
  readonly known: Known
  /** The cookie of a caller; null for a visitor. Of somebody else where a call has ended the one before. */
  cookieOf(caller: Access): Promise<string | null>
  /** A save that is right: a fan's picks for a show that no call before can have closed. */
  correctSave(): Promise<object>
}

const OLD_SESSION = { loggedInAt: 0 }

export async function makeFuzzWorld(gateway: TestGateway): Promise<FuzzWorld> {
  const { db } = gateway.postgres
  await db.updateTable('settings').set({ test_mode_enabled: true }).execute()
  const songs = await makeSongs(db, 25)
  const songIds = songs.map(({ id }) => id)
  const tour = await makeTour(db)
  const [open, played, scored] = [
    await makeShow(db, { tour_id: tour.id }),
    await makeShow(db, { daysFromToday: -3 }),
    await makeShow(db, { tour_id: tour.id, daysFromToday: -5 }),
  ]
  const player = await makeUser(db)
  for (const show of [played, scored]) {
    await makeSetlist(db, show.id, { set1: songIds.slice(0, 8), set2: songIds.slice(8, 12) })
  }
  const picks = { set1: songIds.slice(0, 3) }
  const prediction = await makePrediction(db, { showId: scored.id, userId: player.id, picks })
  const { runId } = await makeScores(db, scored, [{ user_id: player.id, total: 9 }])
  for (const board of [GLOBAL_BOARD, tour.id]) {
    await makeStanding(db, { board, user_id: player.id, total: 9, shows: 1, best: 9 })
  }
  const tokens = await Promise.all(
    (['verify-email', 'reset-password'] as const).map(async (purpose) => {
      const { id } = await makeUser(db, { isVerified: false })
      return db.transaction().execute((trx) => insertToken(trx, id, purpose))
    }),
  )
  const deadJob = await db
    .insertInto('outbox')
    .values({ job: 'mail-verification', payload: '{"userId":1}', dead_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()

  const users = { fan: await makeUser(db), admin: await makeAdmin(db) }
  const cookies = new Map<Access, string>()
  const showIds = [open.id, played.id, scored.id]
  const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    id: fc.constantFrom(...songIds),
    showId: fc.constantFrom(...showIds, ...showIds.map(String)),
    show_id: fc.constantFrom(...showIds),
    tourId: fc.constant(String(tour.id)),
    tour_id: fc.constant(tour.id),
    userId: fc.constantFrom(String(player.id), String(users.fan.id)),
    predictionId: fc.constant(String(prediction.id)),
    runId: fc.constant(String(runId)),
    deadJobId: fc.constant(deadJob.id),
    notebook: fc.constant('press-notebook'),
    token: fc.constantFrom(...tokens),
    email: fc.constantFrom(player.email, users.fan.email),
    password: fc.constant(TEST_PASSWORD),
    currentPassword: fc.constant(TEST_PASSWORD),
    slug: fc.constantFrom(...songs.map(({ slug }) => slug)),
    name: fc.constantFrom(...songs.map(({ name }) => name)),
    version: fc.nat(3),
    basedOn: fc.nat(3),
    after: cursorText,
    search: hostileText,
  }

  async function isLoggedIn(as: string): Promise<boolean> {
    return (await gateway.send('GET', '/api/auth/me', { as })).status === 200
  }

  return {
    known: (field) => (Object.hasOwn(fields, field) ? (fields[field] ?? null) : null),
    async cookieOf(caller) {
      if (caller === 'visitor') return null
      const kept = cookies.get(caller)
      if (kept !== undefined && (await isLoggedIn(kept))) return kept
      // A profile that was deleted is replaced.
      const makeAnother = caller === 'admin' ? makeAdmin : makeUser
      const first = await gateway.loginAs(users[caller], kept === undefined ? {} : OLD_SESSION)
      if (!(await isLoggedIn(first))) users[caller] = await makeAnother(db)
      const cookie = await gateway.loginAs(users[caller])
      cookies.set(caller, cookie)
      return cookie
    },
    async correctSave() {
      const { id } = await makeShow(db)
      return { show_id: id, setlist: { set1: [{ id: songIds[0] }], set2: [], encore: [] } }
    },
  }
}

const anyNumber = fc.oneof(
  { weight: 9, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, 2 ** 31, -1.5, 'NaN', null) },
)

/** A place on a board in the form that the boards themselves give, right and spoiled. */
const cursorText = fc
  .tuple(anyNumber, anyNumber, anyNumber, hostileText, anyNumber)
  .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url'))
