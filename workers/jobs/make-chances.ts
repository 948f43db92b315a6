import { changeAndPublish } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { listListedSongIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { findChanceChoice, storeChanceChoice } from '@called-it/infra/postgres/queries/chances/chance-choices'
import { listDueChances } from '@called-it/infra/postgres/queries/chances/due-chances'
import { type ListedPastShow, readPastShows } from '@called-it/infra/postgres/queries/chances/past-shows'
import { storeChances } from '@called-it/infra/postgres/queries/chances/show-chances'
import { tryLockChances } from '@called-it/infra/postgres/queries/work/locks'
import { lockOpenJob, markJobDone, updateIdleTimeout } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/live'
import { chooseMethod } from '@called-it/shared/game/chance/backtest'
import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import { chancesOfShows } from './chances-of-shows.ts'
import { inSteps } from './in-steps.ts'

const MAX_COMPUTING_SECONDS = 300

/** Makes the chances of open shows again that follow from something else than what is stored now. */
export function makeChances({
  db,
  publisher,
}: {
  db: Database
  publisher: LivePublisher
}): JobHandlers['make-chances'] {
  return (_, { outboxId }) =>
    changeAndPublish(db, publisher, async (trx, changed) => {
      // A copy of the job, which the relay enqueues again after 30 s, must not wait for it in the queue.
      if (!(await tryLockChances(trx)) || !(await lockOpenJob(trx, outboxId))) return
      const due = await listDueChances(trx)
      if (due.length > 0) {
        await updateIdleTimeout(trx, MAX_COMPUTING_SECONDS)
        const history = await readPastShows(trx)
        const method = await chooseFor(trx, history)
        const listed = new Set(await listListedSongIds(trx))
        const made = await inSteps(chancesOfShows(history, due, { method, listed }))
        for (const chances of made.toSorted((a, b) => a.showId - b.showId)) await storeChances(trx, chances)
        changed.add(topics.chances)
      }
      await markJobDone(trx, outboxId)
    })
}

async function chooseFor(
  trx: DatabaseTransaction,
  history: readonly ListedPastShow[],
): Promise<ChanceMethod> {
  const last = await findChanceChoice(trx)
  if (last?.shows === history.length) return last.method
  const chosen = await inSteps(chooseMethod(history))
  await storeChanceChoice(trx, history.length, chosen)
  return chosen.method
}
