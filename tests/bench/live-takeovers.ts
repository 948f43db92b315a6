import { makeSetlist } from '../support/factories/catalogue.ts'
import { playedSetlist } from '../support/game-factories.ts'
import { beginNight, type Night, waitForRow } from './live-night.ts'
import { memoryMbOf } from './process-usage.ts'
import type { Report } from './report.ts'
import { progress } from './runner.ts'
import { secondsOf } from './stats.ts'

/** A song is entered when the worker that has the show is killed. */
export async function measureTakeovers(night: Night, kills: number, report: Report): Promise<void> {
  const { system, show } = night
  const seconds: number[] = []
  const peaks: number[] = []
  let holder = night.worker
  await beginNight(night)
  for (let kill = 1; kill <= kills; kill++) {
    progress(`kill ${kill} of ${kills}`)
    const next = await system.startWorker()
    peaks.push(memoryMbOf(holder.pid).peak)
    const taken = secondsOf(async () => {
      await holder.stop()
      const set1 = show.setlist.set1.slice(0, kill)
      const { number } = await makeSetlist(system.db, show.id, playedSetlist({ set1 }), { open_set: 'set1' })
      await waitForRow(night, number)
    })
    seconds.push(await taken)
    holder = next
  }
  report.metric('from the kill of a worker to the row of another', 's', seconds, 'L3')
  report.metric('worker with the board, peak', 'MB', peaks)
}
