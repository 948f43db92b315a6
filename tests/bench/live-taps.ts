import { listTopicVersions } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import type { TapOperation } from '@called-it/shared/contract/live-editing'
import { connectPages } from './live-audience.ts'
import { beginNight, type Night, tapsOf, waitUntil } from './live-night.ts'
import { monotonicMs } from './process-usage.ts'
import type { Report } from './report.ts'
import { candidate, takeTurns } from './runner.ts'
import { quantileOf } from './stats.ts'

/** From each tap of a night to the last page that watches the show. The pages are in this process. */
export async function measureTaps(
  night: Night,
  sockets: number,
  options: { rounds: number },
  report: Report,
): Promise<void> {
  const { system, gateway, crowd, show } = night
  const users = crowd.online.slice(0, sockets)
  const { pages, countGaps, countOpen, end } = await connectPages(system, [gateway], users, show.id)

  async function measureTap(tap: (operation: TapOperation) => Promise<number>, operation: TapOperation) {
    const tappedAt = monotonicMs()
    const toMonotonic = tappedAt - (performance.timeOrigin + performance.now())
    const revision = await tap(operation)
    const responseMs = monotonicMs() - tappedAt
    await waitUntil(() => pages.every(({ page }) => page.live.revision === revision))
    const arrivals = pages.map(({ page }) => page.live.at)
    const changed = new Map((await listTopicVersions(system.db)).map((row) => [row.topic, row.changedAt]))
    const timeOf = (topic: string) => (changed.get(topic)?.getTime() ?? Number.NaN) + toMonotonic
    const committedAt = timeOf(topics.setlist(show.id))
    const storedAt = timeOf(topics.live(show.id))
    const firstAt = Math.min(...arrivals)
    return {
      totalMs: Math.max(...arrivals) - tappedAt,
      responseMs,
      commitMs: committedAt - tappedAt,
      boardMs: storedAt - committedAt,
      eventMs: firstAt - storedAt,
      spreadMs: Math.max(...arrivals) - firstAt,
    }
  }

  const nights = candidate('a night of taps', async () => {
    const tap = await beginNight(night)
    await waitUntil(() => pages.every(({ page }) => page.live.revision === 0))
    const taps: Awaited<ReturnType<typeof measureTap>>[] = []
    for (const operation of tapsOf(show.setlist)) taps.push(await measureTap(tap, operation))
    const median = (metric: keyof (typeof taps)[number]) =>
      quantileOf(
        taps.map((tap) => tap[metric]),
        0.5,
      )
    const responseMs = median('responseMs')
    const parts = { commitMs: median('commitMs'), boardMs: median('boardMs'), eventMs: median('eventMs') }
    const p99Ms = quantileOf(
      taps.map(({ totalMs }) => totalMs),
      0.99,
    )
    return { p99Ms, totalMs: median('totalMs'), responseMs, ...parts, spreadMs: median('spreadMs') }
  })
  await takeTurns([nights], { ...options, warmUp: true })
  const { series } = nights
  report.metric(`tap → last of ${sockets} sockets, p99`, 'ms', series('p99Ms'), 'L1')
  report.metric(`tap → last of ${sockets} sockets, p50`, 'ms', series('totalMs'))
  report.metric('tap → response', 'ms', series('responseMs'))
  report.metric('tap → revision', 'ms', series('commitMs'))
  report.metric('revision → row of the board', 'ms', series('boardMs'))
  report.metric('row of the board → first socket', 'ms', series('eventMs'))
  report.metric('first → last socket', 'ms', series('spreadMs'))
  report.check('every page received every step', countGaps() === 0 && countOpen() === sockets)
  end()
}
