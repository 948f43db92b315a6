import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ownPath } from '../support/gateway/start-game.ts'
import { gatewayOfFile } from '../support/gateway/start-gateway.ts'
import { isLongRun } from '../support/long-run.ts'
import { type Reader, readPaths, receiveEvents, type Seen } from './readers.ts'
import { makeWorld, OTHER_SECRET, secretOf, type World } from './world.ts'

const UNKNOWN = 2_147_483_647

const gateway = await gatewayOfFile({ config: { rateLimitScale: 1_000_000 } })
let world: World
let readers: Reader[]
let paths: string[]

const { db } = gateway.postgres
const hiddenShows = () => [world.shows.open, world.shows.held, world.shows.cancelled]

beforeAll(async () => {
  world = await makeWorld(db)
  readers = [{ name: 'visitor', user: null, cookie: null }]
  // The first three are the target, the admin, and a fan without a name; every fourth has none. The last is in no league.
  const reading = isLongRun ? world.players : [...world.players.slice(0, 3), ...world.players.slice(-1)]
  for (const user of reading) {
    const name = `player ${world.players.indexOf(user)}`
    readers.push({ name, user, cookie: await gateway.loginAs(user) })
  }
  paths = await listPaths()
}, 60_000)

/** Every GET of the contract, with the ids of the world, and with wrong ones. */
async function listPaths(): Promise<string[]> {
  const { players, target, shows, tourId, runId } = world
  const predictions = db.selectFrom('predictions').select('id').where('user_id', '=', target.id)
  const userIds = [target.id, players[2]?.id ?? UNKNOWN]
  const values: Values = {
    showId: Object.values(shows),
    kind: ['final-score'],
    webhookId: [1],
    userId: userIds,
    predictionId: (await predictions.execute()).map(({ id }) => id),
    tourId: [tourId],
    runId: [runId],
    proposalId: [1],
    songId: [1, 2],
    notebook: ['press-notebook'],
    token: ['some-token', ...world.shares],
    leagueId: [world.league.id],
    invitation: [world.league.token],
    name: ['manual.backup'],
  }
  const reads = Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'GET')
  const valid = reads.flatMap(({ path }) => fillPath(path, values))
  const boards = Object.values(shows).flatMap((id) =>
    ['around=me', 'of=tour'].map((query) => `/api/shows/${id}/board?${query}`),
  )
  const wrongIds = isLongRun ? [UNKNOWN, 'x'] : [UNKNOWN]
  const wrong = reads.flatMap(({ path }) => wrongIds.map((id) => path.replace(/:\w+/g, `${id}`)))
  return [...new Set([...valid, ...boards, ...wrong, `/api/avatars/${target.id}/0.webp`])]
}

type Values = Readonly<Record<string, readonly (string | number)[]>>

function fillPath(path: string, values: Values): string[] {
  const name = /:(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  const filled = values[name] ?? expect.fail(`no value for ${name}`)
  return filled.flatMap((value) => fillPath(path.replace(`:${name}`, `${value}`), values))
}

const read = (by: readonly Reader[] = readers) => readPaths(gateway, by, paths)

async function receive(): Promise<Seen> {
  const rows = await db
    .selectFrom('predictions')
    .select('user_id')
    .where('show_id', '=', world.shows.open)
    .execute()
  const playerIds = new Set(rows.map(({ user_id }) => user_id))
  return receiveEvents(gateway, readers, { showIds: hiddenShows(), playerIds })
}

/** Responses that differ at each request. The audit log notes each reading of it, and each export. */
const VARYING = /\/api\/(?:admin\/(?:audit|operations)|press-notebook\/random|users\/current\/export)$/
const CLOCK = /"now":"[^"]+"/

const readerOf = (key: string) => readers.find(({ name }) => key === name || key.startsWith(`${name} `))
const isTargets = (key: string) => readerOf(key)?.user === world.target

/** For everybody but the target, who sees the own picks. */
function expectSame(seen: Seen, before: Seen, mask = (text: string) => text): void {
  const comparable = (text: string) => mask(text).replace(CLOCK, '')
  const differing = [...seen].filter(([key, text]) => {
    const textBefore = before.get(key) ?? expect.fail(`${key} was not seen before`)
    return !isTargets(key) && !VARYING.test(key) && comparable(text) !== comparable(textBefore)
  })
  expect(differing.map(([key, text]) => [key, before.get(key), text])).toEqual([])
}

/** The lists of all songs for admins. */
const HAS_ALL_SONGS = /\/api\/admin\/songs/

function expectNoForeignSecret(seen: Seen): void {
  for (const [key, text] of seen) {
    if (HAS_ALL_SONGS.test(key)) continue
    const found = text.match(/Secret of player \d+\./g) ?? []
    const own = `Secret of ${readerOf(key)?.name}.`
    expect(
      found.filter((secret) => secret !== own),
      key,
    ).toEqual([])
    if (!isTargets(key)) expect(text.includes(OTHER_SECRET), key).toBe(false)
  }
}

async function changePicksOfTarget(): Promise<void> {
  const { otherPicks, shows, target } = world
  const setlist = { set1: otherPicks.map((id) => ({ id })), set2: [], encore: [] }
  const json = { show_id: shows.open, setlist }
  const as = await gateway.loginAs(target)
  // No list names the secret, because it is retired, and retired songs cannot be saved.
  const setRetired = (retired_at: Date | null) =>
    db.updateTable('songs').set({ retired_at }).where('name', '=', OTHER_SECRET).execute()
  await setRetired(null)
  expect((await gateway.send('POST', '/api/predictions', { as, json })).status).toBe(200)
  await setRetired(new Date())
  const picks = Buffer.from(packPicks({ set1: otherPicks, set2: [], encore: [] }))
  await db
    .updateTable('predictions')
    .set({ picks })
    .where('show_id', 'in', [shows.held, shows.cancelled])
    .where('user_id', '=', target.id)
    .execute()
}

async function removePredictionsOfTarget(): Promise<void> {
  await sql`
    CREATE TABLE removed AS SELECT * FROM predictions
    WHERE user_id = ${world.target.id} AND show_id = ANY(${hiddenShows()})`.execute(db)
  await sql`DELETE FROM predictions WHERE id IN (SELECT id FROM removed)`.execute(db)
}

async function restorePredictionsOfTarget(): Promise<void> {
  await sql`INSERT INTO predictions OVERRIDING SYSTEM VALUE SELECT * FROM removed`.execute(db)
}

/** Returns the lock before. */
async function moveLock(locks_at: Date | null): Promise<Date | null> {
  const show = db.selectFrom('shows').select('locks_at').where('id', '=', world.shows.open)
  const before = (await show.executeTakeFirstOrThrow()).locks_at
  await db.updateTable('shows').set({ locks_at }).where('id', '=', world.shows.open).execute()
  return before
}

/** Everybody sees all picks, and the names of those who allow it. */
async function expectPublicPicks(): Promise<void> {
  const secrets = [OTHER_SECRET, ...world.players.slice(1).map((_, index) => secretOf(index + 1))]
  const shown = world.players.flatMap(({ id, showsPicks }) => (showsPicks ? [id] : []))
  for (const { cookie } of readers) {
    const path = `/api/shows/${world.shows.open}/predictions`
    const { json } = await gateway.send('GET', path, cookie ? { as: cookie } : {})
    const { predictions } = endpoints.listShowPredictions.response.parse(json)
    expect(predictions.map(({ picks }) => picks.set1[0]?.name)).toEqual(secrets)
    expect(predictions.flatMap(({ player }) => player?.id ?? [])).toEqual(shown)
  }
}

/** How many have picked is no secret. */
const maskCounts = (text: string) => text.replace(/"(predictions|players|picked)":\d+/g, '"$1":0')

test('shows nobody a foreign pick before the lock, nor after a reopening', {
  timeout: 400_000,
}, async () => {
  // The first event of a topic differs from later ones.
  await receive()
  const events = await receive()
  const seen = await read()
  expectNoForeignSecret(events)
  expect([...events.values()].join('\n')).not.toContain('live:changed')
  expectNoForeignSecret(seen)

  await changePicksOfTarget()
  const changed = await read()
  expectNoForeignSecret(changed)
  expectSame(changed, seen)
  expect(changed.get(`player 0 ${ownPath(world.shows.open)}`)).toContain(OTHER_SECRET)

  const lock = await moveLock(new Date())
  await expectPublicPicks()
  await moveLock(lock)
  const some = readers.slice(0, 4)
  const reopened = await read(some)
  expectNoForeignSecret(reopened)
  expectSame(reopened, seen)

  await removePredictionsOfTarget()
  expectSame(await read(some), seen, maskCounts)
  expectSame(await receive(), events)
  await restorePredictionsOfTarget()
  const eventsAfter = await receive()
  expectNoForeignSecret(eventsAfter)
  expectSame(eventsAfter, events)
})
