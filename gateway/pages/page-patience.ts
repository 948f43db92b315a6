import { setTimeout as delay } from 'node:timers/promises'

/** Longer than a query takes. Pages are served while Postgres is busy, frozen or away. */
export const PAGE_PATIENCE_MS = 200

/** The result of work for a page, or the fallback's where it fails or takes too long. */
export function withPagePatience<Result>(
  work: Promise<Result>,
  fallback: () => Result,
  patienceMs = PAGE_PATIENCE_MS,
): Promise<Result> {
  return Promise.race([work.catch(fallback), delay(patienceMs, undefined, { ref: false }).then(fallback)])
}
