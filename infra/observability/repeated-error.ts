import type { Logger } from './log.ts'

const INTERVAL_MS = 60_000

/**
 * Logs an error that comes again and again while a server is away: the first one at once, then one line a minute with
 * the number of those in between. Without it, a day without Redis filled 240 MB.
 */
export function logRepeatedError(
  log: Logger,
  text: string,
  now: () => number = () => performance.now(),
): (error: unknown, fields?: Readonly<Record<string, string>>) => void {
  let notBefore = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (error, fields = {}) => {
    if (now() < notBefore) {
      unlogged += 1
      return
    }
    log.warn({ err: error, ...fields, ...(unlogged > 0 && { unlogged }) }, text)
    notBefore = now() + INTERVAL_MS
    unlogged = 0
  }
}
