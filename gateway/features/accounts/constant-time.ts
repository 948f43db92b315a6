import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than enqueuing a mail takes, so that the response time does not show whether one was enqueued. */
const RESPONSE_TIME_MS = 75

export async function inConstantTime<Result>(enqueue: () => Promise<Result>): Promise<Result> {
  const [enqueued] = await Promise.allSettled([enqueue(), sleep(RESPONSE_TIME_MS)])
  if (enqueued.status === 'rejected') throw enqueued.reason
  return enqueued.value
}
