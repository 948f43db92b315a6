import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@called-it/infra/postgres/client'
import { type MessageResult, storeResults } from '@called-it/infra/postgres/queries/notifications/messages'
import {
  type DeviceOutcome,
  storePushOutcomes,
} from '@called-it/infra/postgres/queries/notifications/push-subscriptions'

/** A place is taken until its result is stored: that is what a killed worker's successor sends again. */
const STORE_EVERY_MS = 5
const RETRY_MS = 1_000

type Ended = { readonly result: MessageResult; readonly device: DeviceOutcome | null }

type ResultStore = {
  /** Resolves when it is stored, or when the store has stopped. */
  add(ended: Ended): Promise<void>
  /** Tries once more. */
  stop(): Promise<void>
}

/** Stores results together: each alone would take longer than a push. */
export function createResultStore(
  db: Database,
  worker: string,
  onError: (error: unknown) => void,
): ResultStore {
  let waiting: Ended[] = []
  let stored = Promise.resolve()
  let isStopping = false

  async function storeWaiting(): Promise<void> {
    await wait(STORE_EVERY_MS)
    const batch = waiting
    waiting = []
    while (true) {
      try {
        await storeResults(
          db,
          worker,
          batch.map(({ result }) => result),
        )
        return await storePushOutcomes(
          db,
          batch.flatMap(({ device }) => device ?? []),
        )
      } catch (error) {
        onError(error)
        if (isStopping) return
        await wait(RETRY_MS)
      }
    }
  }

  return {
    add(ended) {
      waiting.push(ended)
      if (waiting.length === 1) stored = stored.then(storeWaiting)
      return stored
    },
    async stop() {
      isStopping = true
      await stored
    },
  }
}
