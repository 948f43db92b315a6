import { setTimeout as wait } from 'node:timers/promises'
import type { LoggedIn, Response, System } from './start-system.ts'

export type AcknowledgedSave = { readonly showId: number; readonly userId: number; readonly songId: number }

export type Saving = {
  /** The last acknowledged save of each user for each show. */
  acknowledged(): AcknowledgedSave[]
  count(): number
  /** Saves that were sent again after 503 or no response. */
  repeats(): number
  /** Responses other than success and 503. */
  readonly refused: readonly Response[]
  /** Resolves when each user's last save is acknowledged. */
  stop(): Promise<void>
}

const RETRY_MS = 25

/** Each user saves for one show after the other, another song each time, and repeats a save until it is acknowledged. */
export function startSaving(
  system: Pick<System, 'send'>,
  {
    users,
    showIds,
    songIds,
  }: { users: readonly LoggedIn[]; showIds: readonly number[]; songIds: readonly number[] },
): Saving {
  const acknowledged = new Map<string, AcknowledgedSave>()
  const refused: Response[] = []
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
      const response = await system.send('POST', '/api/predictions', { as, json }).catch(() => null)
      if (response?.status === 200 || response?.status === 201) return true
      if (response && response.status !== 503) {
        refused.push(response)
        return false
      }
      repeats += 1
      await wait(RETRY_MS)
    }
  }

  const saving = Promise.all(users.map(saveOn))
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
