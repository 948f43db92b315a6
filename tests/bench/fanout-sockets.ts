import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '@called-it/gateway/overload/limits'
import { topics } from '@called-it/shared/contract/events'
import { connectPages, readVersions } from './live-audience.ts'
import { beginNight, type Night, openNight, waitForRow, waitUntil } from './live-night.ts'
import { memoryMbOf, monotonicMs } from './process-usage.ts'
import type { Report } from './report.ts'
import { candidate, progress, takeTurns } from './runner.ts'
import { sumOf } from './stats.ts'
import { withSystem } from './system.ts'

/** The goal's number, out of reach where a process may open 20,000 files. */
const GOAL_SOCKETS = 20_000
/** Each user has one session. */
const SOCKETS_PER_USER = LIMITS.clients.socketsOfSession
/** They let the gateway allocate what it needs once, such as compiled code and a larger heap. */
const FIRST_SOCKETS = 500
const FIRST_SECONDS = 5
const MB_PER_GB = 1e9 / 2 ** 20

type Size = { readonly sockets: number; readonly seconds: number }

/** A song every second while sockets with sessions watch the show; meanwhile requests `/readyz` and the show. */
export async function measureSockets(size: Size, options: { rounds: number }, report: Report): Promise<void> {
  await withSystem(async (system) => {
    const users = Math.ceil(size.sockets / SOCKETS_PER_USER)
    const night = await openNight(system, { users, online: users })
    // Each round has one of its own.
    await night.gateway.stop()
    const gateways = candidate(`gateway with ${size.sockets} sockets`, () => runGateway(night, size))
    await takeTurns([gateways], options)
    const { series } = gateways
    const scaled = series('peakMb').map((peakMb, round) => {
      const firstMb = series('firstMb')[round] ?? Number.NaN
      const factor = (GOAL_SOCKETS - FIRST_SOCKETS) / (size.sockets - FIRST_SOCKETS)
      return (firstMb + (peakMb - firstMb) * factor) / MB_PER_GB
    })
    const name = `${size.sockets} sockets`
    report.metric(`${FIRST_SOCKETS} sockets: resident memory`, 'MB', series('firstMb'))
    report.metric(`${name}: resident memory, peak`, 'MB', series('peakMb'))
    report.metric(`${name}: memory of a further socket, at the end`, 'kB', series('kilobytes'))
    report.metric(`${GOAL_SOCKETS} sockets: peak, scaled from ${size.sockets}`, 'GB', scaled, 'G5', 'L7')
    report.metric(`${name}: slowest /readyz or show`, 'ms', series('slowestMs'))
    const none = (metric: Parameters<typeof series>[0]) => sumOf(series(metric)) === 0
    report.check('no socket was disconnected', none('disconnected'))
    report.check('every socket received every song', none('missed'))
    report.check('/readyz and the show were served meanwhile', none('failed'))
  })
}

async function runGateway(opened: Night, { sockets, seconds }: Size) {
  const { system, show, crowd } = opened
  const gateway = await system.startGateway()
  const night = { ...opened, gateway }
  const play = await openSongs(night)
  const users = Array.from({ length: Math.ceil(sockets / crowd.online.length) }, () => crowd.online).flat()
  const first = await connectPages(system, [gateway], users.slice(0, FIRST_SOCKETS), show.id)
  await play(FIRST_SECONDS)
  const { peak: firstMb } = memoryMbOf(gateway.pid)
  const further = await connectPages(system, [gateway], users.slice(FIRST_SOCKETS, sockets), show.id)
  const audiences = [first, further]
  progress(`  ${sockets} sockets are connected`)
  const served = await play(seconds)

  await waitForRow(night, FIRST_SECONDS + seconds)
  const topic = topics.live(show.id)
  const version = (await readVersions(system)).get(topic)
  const areCurrent = () => audiences.every(({ have }) => have(topic, version))
  await waitUntil(areCurrent).catch(() => undefined)
  const { peak: peakMb, now: endMb } = memoryMbOf(gateway.pid)
  const result = {
    ...served,
    firstMb,
    peakMb,
    kilobytes: ((endMb - firstMb) * 1_024) / (sockets - FIRST_SOCKETS),
    missed: (areCurrent() ? 0 : 1) + sumOf(audiences.map(({ countGaps }) => countGaps())),
    disconnected: sockets - sumOf(audiences.map(({ countOpen }) => countOpen())),
  }
  for (const { end } of audiences) end()
  await gateway.stop()
  return result
}

/** Returns how to play a song every second. */
async function openSongs(night: Night) {
  const { gateway, show, crowd } = night
  const tap = await beginNight(night)
  const songs = crowd.songIds.values()
  return async (seconds: number) => {
    const startedAt = monotonicMs()
    let slowestMs = 0
    let failed = 0
    for (let second = 0; second < seconds; second += 1) {
      await tap({ op: 'song', song: songs.next().value ?? 0 })
      for (const path of ['/readyz', `/api/shows/${show.id}/live`]) {
        const requestedAt = monotonicMs()
        const response = await fetch(gateway.url + path)
        await response.arrayBuffer()
        slowestMs = Math.max(slowestMs, monotonicMs() - requestedAt)
        if (!response.ok) failed += 1
      }
      await wait(Math.max(0, startedAt + (second + 1) * 1_000 - monotonicMs()))
    }
    return { slowestMs, failed }
  }
}
