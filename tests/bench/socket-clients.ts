/**
 * Many live pages in a process of its own. The first message opens them; each further one names a version of the settings
 * and responds with how many sockets are behind it, have a gap or were disconnected.
 */
import { topics } from '@called-it/shared/contract/live'
import { type SocketCounts, type SocketsToOpen, socketMessage } from './fanout-messages.ts'
import { openLightSocket, openLightSockets } from './light-socket.ts'
import { LivePage } from './live-page.ts'
import { sumOf } from './stats.ts'

let pages: LivePage[] = []
let disconnected = 0

async function open({ port, cookies, versions }: SocketsToOpen): Promise<void> {
  pages = cookies.map(() => new LivePage(versions))
  const sockets = await openLightSockets(cookies.length, (index) =>
    openLightSocket({ port, cookie: cookies[index], onEvent: (packet) => pages[index]?.receive(packet) }),
  )
  for (const { closed } of sockets) void closed.then(() => (disconnected += 1))
}

process.on('message', async (message) => {
  const asked = socketMessage.parse(message)
  if ('cookies' in asked) await open(asked)
  const version = 'version' in asked ? asked.version : undefined
  const behind = pages.filter((page) => page.versions.get(topics.settings) !== version).length
  const gaps = sumOf(pages.map((page) => page.gaps))
  process.send?.({ behind, gaps, disconnected } satisfies SocketCounts)
})
process.on('disconnect', () => process.exit())
