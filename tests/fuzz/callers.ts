import { insertToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { insertLoginLink, issueLinkToken } from '@called-it/infra/postgres/queries/accounts/login-links'
import { insertRegistrationToken } from '@called-it/infra/postgres/queries/accounts/registrations'
import type { Access } from '@called-it/shared/contract/endpoint'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import fc from 'fast-check'
import { expect } from 'vitest'
import { makeAdmin, makeRegistration, makeUser, TEST_PASSWORD } from '../support/factories/accounts.ts'
import { makeSetlist, makeShow, makeSongs, makeTour } from '../support/factories/catalogue.ts'
import { makePrediction, makeScores, makeStanding } from '../support/factories/scores.ts'
import type { TestGateway } from '../support/gateway/start-gateway.ts'
import type { KnownValues } from './values/arbitrary-of.ts'
import { hostileText } from './values/texts.ts'

export type Callers = {
  /** Ids and texts of rows that exist, by the name of the field. */
  readonly known: KnownValues
  /** The session cookie of a caller, null for a visitor. A new user's after a request that ended the session. */
  cookieOf(caller: Access): Promise<string | null>
  expectServed(): Promise<void>
}

/** Fills the gateway's database with rows that requests can name, and creates a user for each access. */
export async function makeCallers({ postgres: { db }, send, loginAs }: TestGateway): Promise<Callers> {
  await db.updateTable('settings').set({ test_mode_enabled: true }).execute()
  const songs = await makeSongs(db, 12)
  const songIds = songs.map(({ id }) => id)
  const tour = await makeTour(db)
  const open = await makeShow(db, { tour_id: tour.id })
  const played = await makeShow(db, { daysFromToday: -3 })
  const scored = await makeShow(db, { tour_id: tour.id, daysFromToday: -5 })
  const player = await makeUser(db)
  for (const show of [played, scored]) {
    await makeSetlist(db, show.id, { set1: songIds.slice(0, 8), set2: songIds.slice(8) })
  }
  const picks = { set1: songIds.slice(0, 3) }
  const prediction = await makePrediction(db, { showId: scored.id, userId: player.id, picks })
  const { runId } = await makeScores(db, scored, [{ user_id: player.id, total: 9 }])
  for (const board of [GLOBAL_BOARD, tour.id]) {
    await makeStanding(db, { board, user_id: player.id, total: 9, shows: 1, best: 9 })
  }
  const tokens: string[] = []
  for (const purpose of ['verify-email', 'reset-password'] as const) {
    const { id } = await makeUser(db, { isVerified: false })
    tokens.push(await db.transaction().execute((trx) => insertToken(trx, id, purpose)))
  }
  const registration = await makeRegistration(db)
  tokens.push(
    await db.transaction().execute((trx) => insertRegistrationToken(trx, registration.id, 'verify-email')),
  )
  const link = {
    email: 'linked@example.test',
    displayName: null,
    invitation: null,
    showId: null,
    language: null,
  }
  const browser = { token: 'of a browser', before: null }
  const linkId = await db.transaction().execute((trx) => insertLoginLink(trx, link, browser))
  const issued = await issueLinkToken(db, linkId)
  tokens.push(issued?.token ?? '')
  const deadJob = await db
    .insertInto('outbox')
    .values({ job: 'mail-verification', payload: '{"userId":1}', dead_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()

  const cookies = new Map<Access, string>()
  const rows = [...songs, open, played, scored, tour, player, prediction, deadJob]
  const ids = [...rows.map(({ id }) => id), runId]
  const anyId = fc.constantFrom(...ids, ...ids.map(String))
  const fields = new Map<string, fc.Arbitrary<unknown>>([
    ['notebook', fc.constant('press-notebook')],
    ['token', fc.constantFrom(...tokens)],
    ['email', fc.constant(player.email)],
    ['password', fc.constant(TEST_PASSWORD)],
    ['currentPassword', fc.constant(TEST_PASSWORD)],
    ['slug', fc.constantFrom(...songs.map(({ slug }) => slug))],
    ['name', fc.constantFrom(...songs.map(({ name }) => name))],
    ['version', fc.nat(3)],
    ['basedOn', fc.nat(3)],
    ['after', fc.oneof(boardCursor, anyId)],
    ['search', hostileText],
    ['venue', fc.constantFrom(open.venue, played.venue)],
    ['city', fc.constantFrom(open.city, played.city)],
  ])

  async function isLoggedIn(as: string): Promise<boolean> {
    return (await send('GET', '/api/auth/me', { as })).status === 200
  }

  async function cookieOf(caller: Access): Promise<string | null> {
    if (caller === 'visitor' || caller === 'setup') return null
    const kept = cookies.get(caller)
    if (kept !== undefined && (await isLoggedIn(kept))) return kept
    const cookie = await loginAs(await (caller === 'admin' ? makeAdmin : makeUser)(db))
    cookies.set(caller, cookie)
    return cookie
  }

  return {
    known: (field) => (/id$/i.test(field) ? anyId : (fields.get(field) ?? null)),
    cookieOf,
    async expectServed() {
      const as = (await cookieOf('fan')) ?? ''
      const { id } = await makeShow(db)
      const json = { show_id: id, setlist: { set1: [{ id: songIds[0] }], set2: [], encore: [] } }
      const saved = await send('POST', '/api/predictions', { as, json })
      expect(saved, saved.text).toMatchObject({ status: 200 })
      expect(await send('GET', '/api/songs/all')).toMatchObject({ status: 200 })
    },
  }
}

const cursorNumber = fc.oneof(fc.integer(), fc.constantFrom<unknown>(0, 2 ** 31, -1.5, 'NaN', null))

/** A position on a board, encoded as the gateway encodes it. */
const boardCursor = fc
  .tuple(cursorNumber, cursorNumber, cursorNumber, hostileText, cursorNumber)
  .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url'))
