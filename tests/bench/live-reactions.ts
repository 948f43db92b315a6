import { setTimeout as wait } from 'node:timers/promises'
import { makeLeague } from '../support/factories/leagues.ts'
import { generateCrowd, type OnlineUser } from './crowd.ts'
import { openLightSocket, openLightSockets } from './light-socket.ts'
import { waitUntil } from './live-night.ts'
import { monotonicMs } from './process-usage.ts'
import type { Report } from './report.ts'
import { candidate, takeTurns } from './runner.ts'
import { quantileOf } from './stats.ts'
import type { Server, System } from './system.ts'

/** In a round, one every 50 ms. */
const REACTIONS = 100
const EVERY_MS = 50
const REACTION = 'fire'

/** From the request of a reaction to the pages of a league's members, on two gateways. */
export async function measureReactions(
  system: System,
  members: number,
  options: { rounds: number },
  report: Report,
): Promise<void> {
  const { online } = await generateCrowd(system, { users: members, online: members, shows: 1 })
  const { id: leagueId } = await makeLeague(
    system.db,
    online.map(({ userId }) => userId),
  )
  const gateways = [await system.startGateway(), await system.startGateway()]
  const gatewayOf = (index: number) => gateways[index % gateways.length]
  const sent = new Map<string, { at: number; delays: number[] }>()
  const sockets = await openLightSockets(members, (index) =>
    openLightSocket({
      port: gatewayOf(index)?.port ?? 0,
      cookie: online[index]?.cookie,
      watch: ['league:watch', { leagueId }],
      onEvent(packet) {
        const reaction = sent.get(packet.toString('utf8', 2))
        reaction?.delays.push(monotonicMs() - reaction.at)
      },
    }),
  )

  async function react({ userId, cookie }: OnlineUser, gateway: Server): Promise<void> {
    const event = JSON.stringify(['league:reacted', { leagueId, userId, reaction: REACTION }])
    sent.set(event, { at: monotonicMs(), delays: [] })
    const response = await fetch(`${gateway.url}/api/leagues/${leagueId}/reactions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify({ reaction: REACTION }),
    })
    if (!response.ok) throw new Error(`a reaction got ${response.status}`)
  }

  let next = 0
  const reactions = candidate('reactions', async () => {
    sent.clear()
    const requests: Promise<void>[] = []
    for (let count = 0; count < REACTIONS; count += 1, next += 1) {
      const [user, gateway] = [online[next % members], gatewayOf(next)]
      if (user && gateway) requests.push(react(user, gateway))
      await wait(EVERY_MS)
    }
    await Promise.all(requests)
    const all = [...sent.values()]
    await waitUntil(() => all.every(({ delays }) => delays.length === members))
    const delays = all.flatMap((reaction) => reaction.delays)
    const lasts = all.map((reaction) => Math.max(...reaction.delays))
    return {
      p50Ms: quantileOf(delays, 0.5),
      p99Ms: quantileOf(delays, 0.99),
      lastMs: quantileOf(lasts, 0.99),
    }
  })
  await takeTurns([reactions], { ...options, warmUp: true })
  report.metric(`reaction → page of ${members} members, p50`, 'ms', reactions.series('p50Ms'))
  report.metric(`reaction → page of ${members} members, p99`, 'ms', reactions.series('p99Ms'), 'R1')
  report.metric('reaction → last page, p99', 'ms', reactions.series('lastMs'))
  for (const socket of sockets) socket.end()
}
