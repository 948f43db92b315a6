import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type ServerEvent, serverEvents } from '@called-it/shared/contract/events'
import { type LiveShow, liveShow } from '@called-it/shared/contract/live-shows'
import { appendStep, applySteps } from '@called-it/web/src/lib/events/topic-steps'
import { applyLiveChange } from '@called-it/web/src/lib/live/apply-live-change'
import type { OnlineUser } from './crowd.ts'
import { type LightSocket, openLightSocket } from './light-socket.ts'
import { beginNight, type Night, tapsOf, waitUntil } from './live-night.ts'
import type { Report } from './report.ts'
import { progress } from './runner.ts'

/** A night in a few seconds: who is cut off misses several revisions. */
const TAP_EVERY_MS = 200
const CUT_MS = 1_000

type Step = ServerEvent<'live:changed'>

/** Each page loses its connection once, at a moment of its own. */
export async function measureCutOffs(night: Night, clients: number, report: Report): Promise<void> {
  progress(`${clients} pages are cut off`)
  const tap = await beginNight(night)
  const pages = night.crowd.online.slice(0, clients).map((user) => openPage(night, user))
  await Promise.all(pages.map(({ connect }) => connect()))
  const taps = tapsOf(night.show.setlist)
  const missed = pages.map(async (page, index) => {
    await wait((index / clients) * taps.length * TAP_EVERY_MS)
    page.cut()
    const { revision } = page.state()
    await wait(CUT_MS)
    await page.connect()
    return page.state().revision - revision
  })
  for (const operation of taps) {
    await tap(operation)
    await wait(TAP_EVERY_MS)
  }
  report.metric('cut off: revisions missed by a page', 'revisions', await Promise.all(missed))
  const expected = await readShow(night)
  const differs = () => pages.filter(({ state }) => !isDeepStrictEqual(state(), expected))
  await waitUntil(() => differs().length === 0).catch(() => undefined)
  report.metric('cut off: pages with another state at the end', 'pages', [differs().length], 'L5')
  report.check('the last revision is the end of the show', expected.revision === taps.length)
  for (const { cut } of pages) cut()
}

/** A page of the client without a browser: its rules of steps and of refetching, without the jitter. */
function openPage(night: Night, { cookie }: OnlineUser) {
  let held: LiveShow | null = null
  let steps: readonly Step[] = []
  let fetches = 0
  let socket: LightSocket | null = null

  async function refetch(): Promise<void> {
    const number = ++fetches
    const show = await readShow(night)
    if (number !== fetches) return
    held = show
    await catchUp()
  }

  async function catchUp(): Promise<void> {
    if (!held) return
    const versionOf = ({ version }: LiveShow) => version
    const { data, gap } = applySteps(held, steps, { versionOf, apply: applyLiveChange, isExact: true })
    held = data
    if (gap) await refetch()
  }

  function receive(packet: Buffer): void {
    const [name, event]: unknown[] = JSON.parse(packet.toString('utf8', 2))
    if (name !== 'live:changed') return
    steps = appendStep(steps, serverEvents[name].parse(event))
    void catchUp()
  }

  return {
    async connect(): Promise<void> {
      const { port } = night.gateway
      socket = openLightSocket({
        port,
        cookie,
        watch: ['show:watch', { showId: night.show.id }],
        onEvent: receive,
      })
      await socket.joined
      await refetch()
    },
    cut: () => socket?.end(),
    state(): LiveShow {
      if (!held) throw new Error('the page has no state')
      return held
    },
  }
}

async function readShow({ gateway, show }: Night): Promise<LiveShow> {
  const response = await fetch(`${gateway.url}/api/shows/${show.id}/live`)
  if (!response.ok) throw new Error(`the show returned ${response.status}`)
  return { ...liveShow.parse(await response.json()), viewers: 0 }
}
