import {
  listShowsToRecompute,
  type RecomputedLocks,
  summarizeRecomputation,
} from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import type { RunHandler } from '../../runs/run-context.ts'

/** Per transaction: short enough to block nobody. */
const SHOWS_AT_ONCE = 200

const MAX_NAMED_SHOWS = 10

/** Computes when the picks of all shows close that are not over. A lock that has passed stays. */
export const recomputeLocks: RunHandler<'recompute-locks'> = async (context) => {
  const showIds = await listShowsToRecompute(context.db)
  for (let start = 0; start < showIds.length; start += SHOWS_AT_ONCE) {
    context.signal.throwIfAborted()
    context.progress(start, showIds.length)
    const batch = showIds.slice(start, start + SHOWS_AT_ONCE)
    await context.change(async (trx, changedTopics) => {
      const settled = await settleShowTimes(trx, batch)
      for (const { showId } of settled) changedTopics.add(topics.show(showId))
      if (settled.length > 0) changedTopics.add(topics.catalogue)
    })
  }
  context.progress(showIds.length, showIds.length)
  return context.finish(async (trx) => {
    const locks = await summarizeRecomputation(trx, context.run.id)
    return { ...locks, moved: locks.moved.length, message: describe(locks) }
  })
}

function describe({ moved, kept, unknown }: RecomputedLocks): string {
  const named = moved.slice(0, MAX_NAMED_SHOWS).map(({ venue, showdate }) => `${venue} (${showdate})`)
  const more = moved.length - named.length
  const shows = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return [
    moved.length === 0 ? 'No lock has moved.' : `Picks close at another time: ${shows}.`,
    ...(kept === 0 ? [] : [`Locks that stay because they are less than a day away: ${kept}.`]),
    ...(unknown === 0 ? [] : [`Shows that close early because their time zone is unknown: ${unknown}.`]),
  ].join(' ')
}
