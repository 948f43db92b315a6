import { changeAndPublish } from '@called-it/infra/events/change'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { expect, vi } from 'vitest'
import type { TestGateway } from '../support/gateway/start-gateway.ts'
import { PATIENT } from '../support/patience.ts'
import { makeClient, type TestClient } from '../support/realtime/open-gateway.ts'

/** Without a user: a visitor. */
export type Reader = { readonly name: string; readonly user: User | null; readonly cookie: string | null }

/** Texts by reader and, for responses, path. */
export type Seen = ReadonlyMap<string, string>

/** By chance, or derived from the text that is compared anyway. */
const OMITTED_HEADERS = new Set(['date', 'x-request-id', 'etag', 'content-length', 'transfer-encoding'])

export async function readPaths(
  { send }: TestGateway,
  readers: readonly Reader[],
  paths: readonly string[],
): Promise<Seen> {
  const seen = new Map<string, string>()
  await Promise.all(
    readers.map(async ({ name, cookie }) => {
      for (const path of paths) {
        const { status, headers, text } = await send('GET', path, cookie ? { as: cookie } : {})
        expect(status, path).toBeLessThan(500)
        const compared = [...headers].filter(([header]) => !OMITTED_HEADERS.has(header))
        seen.set(`${name} ${path}`, `${status} ${JSON.stringify(compared)} ${text}`)
      }
    }),
  )
  return seen
}

/** What readers receive when each topic changes once. Versions, which count the changes, are 0. */
export async function receiveEvents(
  gateway: TestGateway,
  readers: readonly Reader[],
  { showIds, playerIds }: { showIds: readonly number[]; playerIds: ReadonlySet<number> },
): Promise<Seen> {
  const connected = await Promise.all(readers.map((reader) => connect(gateway, reader)))
  for (const { client } of connected) {
    for (const showId of showIds) await client.socket.emitWithAck('show:watch', { showId })
  }
  await changeAndPublish(gateway.postgres.db, gateway.parts.publisher, async (_, changed) => {
    for (const showId of showIds) {
      changed.add(topics.show(showId)).add(topics.live(showId)).add(topics.setlist(showId))
    }
    for (const topic of [topics.catalogue, topics.settings, topics.runs]) changed.add(topic)
    changed.add(topics.board(GLOBAL_BOARD))
  })
  await vi.waitFor(() => {
    for (const { reader, client } of connected) {
      const names = ['catalogue:changed', 'config:changed', 'leaderboard:changed']
      if (reader.user?.isAdmin) names.push('run:changed', 'setlist:changed')
      expect(client.names()).toEqual(expect.arrayContaining(names))
      expect(new Set(client.all('show:changed').map(({ show }) => show.id)).size).toBe(showIds.length)
      const scores = playerIds.has(reader.user?.id ?? 0) ? showIds.length : 0
      expect(new Set(client.all('score:changed').map(({ showId }) => showId)).size).toBe(scores)
    }
  }, PATIENT)
  for (const { client } of connected) client.socket.disconnect()
  return new Map(connected.map(({ reader, events }) => [reader.name, [...events].sort().join('\n')]))
}

type Connected = { reader: Reader; client: TestClient; events: Set<string> }

async function connect(gateway: TestGateway, reader: Reader): Promise<Connected> {
  const events = new Set<string>()
  const client = makeClient(gateway, reader.cookie ? { cookie: reader.cookie } : {})
  client.socket.onAny((event: string, payload: unknown) => {
    // Published every few seconds too.
    if (event === 'operations:changed' || event === 'viewers:changed') return
    events.add(`${event} ${JSON.stringify(payload, (key, value) => (VERSIONS.has(key) ? 0 : value))}`)
  })
  const isConnected = new Promise<void>((resolve) => client.socket.once('connect', resolve))
  client.socket.connect()
  await isConnected
  return { reader, client, events }
}

const VERSIONS = new Set(['version', 'from', 'to'])
