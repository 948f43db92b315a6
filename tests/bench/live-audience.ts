import { listTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import type { OnlineUser } from './crowd.ts'
import { openLightSocket, openLightSockets } from './light-socket.ts'
import { LivePage } from './live-page.ts'
import { sumOf } from './stats.ts'
import type { Server, System } from './system.ts'

/** The versions of all topics, as the database has them. */
export async function readVersions({ db }: Pick<System, 'db'>): Promise<Map<string, number>> {
  return new Map((await listTopicVersions(db)).map(({ topic, version }) => [topic, version]))
}

/** Switches the test mode as an admin does, which every open page receives. */
export async function switchTestMode({ url }: Server, adminCookie: string, isOn: boolean): Promise<void> {
  await postAsAdmin(`${url}/api/admin/config`, adminCookie, {
    config: { testModeEnabled: isOn, siteOverlayEnabled: false },
  })
}

export async function postAsAdmin(url: string, cookie: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  return response.json()
}

/** Opens a page for each user, in turn on each gateway; of a show, where one is given. */
export async function connectPages(
  system: System,
  gateways: readonly Server[],
  users: readonly OnlineUser[],
  watchShowId?: number,
) {
  const versions = await readVersions(system)
  const pages = users.map(({ userId }) => ({ userId, page: new LivePage(versions) }))
  const sockets = await openLightSockets(users.length, (index) =>
    openLightSocket({
      port: gateways[index % gateways.length]?.port ?? 0,
      cookie: users[index]?.cookie,
      watch: watchShowId === undefined ? undefined : ['show:watch', { showId: watchShowId }],
      onEvent: (packet) => pages[index]?.page.receive(packet),
    }),
  )
  const open = new Set(sockets)
  for (const socket of sockets) void socket.closed.then(() => open.delete(socket))
  return {
    pages,
    countOpen: () => open.size,
    have: (topic: string, version: number | undefined) =>
      pages.every(({ page }) => page.versions.get(topic) === version),
    countGaps: () => sumOf(pages.map(({ page }) => page.gaps)),
    end() {
      for (const socket of sockets) socket.end()
    },
  }
}
