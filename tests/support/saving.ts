import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, LoggedIn, System } from './start-system.ts'

/** Picks of a fan for a show that were answered with success. */
export type AcknowledgedSave = { readonly showId: number; readonly userId: number; readonly songId: number }

/** Fans who save picks without a pause. */
export type Saving = {
  /** The last save of each fan for each show that was acknowledged. */
  acknowledged(): AcknowledgedSave[]
  /** How many saves were acknowledged. */
  count(): number
  /** How often a save had to be sent again: no answer came, or 503. */
  repeats(): number
  /** Answers that nobody should get. */
  readonly refused: readonly Answer[]
  /** Resolves when each fan's last save is acknowledged. */
  stop(): Promise<void>
}

const TRY_AGAIN_MS = 25

/** Each fan saves for one show after the other, another song each time, and sends a save again until it is acknowledged. */
export function startSaving(
  system: Pick<System, 'send'>,
  {
    fans,
    showIds,
    songIds,
  }: { fans: readonly LoggedIn[]; showIds: readonly number[]; songIds: readonly number[] },
): Saving {
  const acknowledged = new Map<string, AcknowledgedSave>()
  const refused: Answer[] = []
  let count = 0
  let repeats = 0
  let isOver = false

  async function saveOn({ id: userId, cookie }: LoggedIn): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const showId = showIds[turn % showIds.length] ?? 0
      const songId = songIds[(turn + userId) % songIds.length] ?? 0
      const json = { show_id: showId, setlist: { set1: [{ id: songId }], set2: [], encore: [] } }
      if (!(await saveUntilAcknowledged(cookie, json))) return
      acknowledged.set(`${showId}:${userId}`, { showId, userId, songId })
      count += 1
    }
  }

  async function saveUntilAcknowledged(as: string, json: object): Promise<boolean> {
    for (;;) {
      const answer = await system.send('POST', '/api/predictions', { as, json }).catch(() => null)
      if (answer?.status === 200 || answer?.status === 201) return true
      if (answer && answer.status !== 503) {
        refused.push(answer)
        return false
      }
      repeats += 1
      await wait(TRY_AGAIN_MS)
    }
  }

  const saving = Promise.all(fans.map(saveOn))
  return {
    acknowledged: () => [...acknowledged.values()],
    count: () => count,
    repeats: () => repeats,
    refused,
    async stop() {
      isOver = true
      await saving
    },
  }
}
