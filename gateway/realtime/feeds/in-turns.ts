import { setImmediate as nextTurn } from 'node:timers/promises'

/** Emitted before other work on the event loop gets a turn. */
const EVENTS_PER_TURN = 200

/** Emits one event for each user concerned. */
export async function emitInTurns<T>(concerned: readonly T[], emit: (one: T) => void): Promise<void> {
  for (const [index, one] of concerned.entries()) {
    if (index > 0 && index % EVENTS_PER_TURN === 0) await nextTurn()
    emit(one)
  }
}
