import type { Database } from '@called-it/infra/postgres/client'
import { listListedSongIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import {
  findChanceChoice,
  insertChanceRunIfDue,
  type ListedPastShow,
  listDueChances,
  listPastShows,
  storeChanceChoice,
} from '@called-it/infra/postgres/queries/chances/due-chances'
import { storeChances } from '@called-it/infra/postgres/queries/chances/show-chances'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { topics } from '@called-it/shared/contract/events'
import { chooseMethod } from '@called-it/shared/game/chance/backtest'
import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import { performEffect } from '../../outbox/effects.ts'
import type { RunContext, RunHandler } from '../../runs/run-context.ts'
import { inSteps } from '../catalogue/in-steps.ts'
import { chancesOfShows } from './chances-of-shows.ts'

type Context = RunContext<'update-chances'>

/**
 * Makes the chances of open shows again that follow from something else than what is stored now. Nothing is locked while
 * it computes: what follows from something else by then is left to the next run.
 */
export const updateChances: RunHandler<'update-chances'> = async (context) => {
  const { db, signal } = context
  const due = await listDueChances(db)
  const history = due.length === 0 ? [] : await listPastShows(db)
  const method = due.length === 0 ? 'plays' : await chooseFor(context, history)
  const listed = new Set(await listListedSongIds(db))
  const made = await inSteps(chancesOfShows(history, due, { method, listed }), signal)
  return context.finish(async (trx, changed) => {
    const current = new Map((await listDueChances(trx)).map(({ listed, madeFrom }) => [listed.id, madeFrom]))
    const stored = made.filter(({ showId, madeFrom }) => current.get(showId) === madeFrom)
    for (const chances of stored.toSorted((a, b) => a.showId - b.showId)) await storeChances(trx, chances)
    if (stored.length > 0) changed.add(topics.chances)
    return { shows: stored.length }
  })
}

/** Stored at once, so that a run that is interrupted does not compare the methods again. */
async function chooseFor(
  { db, signal, change }: Context,
  history: readonly ListedPastShow[],
): Promise<ChanceMethod> {
  const last = await findChanceChoice(db)
  if (last?.shows === history.length) return last.method
  const chosen = await inSteps(chooseMethod(history), signal)
  await change((trx) => storeChanceChoice(trx, history.length, chosen))
  return chosen.method
}

/** Jobs of release 0.10.0. */
export function makeChances({ db }: { db: Database }): JobHandlers['make-chances'] {
  return async (_, job) => {
    await insertChanceRunIfDue(db)
    await performEffect(db, job, async () => undefined)
  }
}
