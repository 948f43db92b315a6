import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { liveEditor, type Tap, type TapOperation, tapResult } from '@called-it/shared/contract/live-editing'
import type { LoggedIn, Response, System } from './start-system.ts'

export type Operator = {
  /** Queues a tap on the newest revision that the operator has seen. */
  tap(operation: TapOperation, at?: Date): void
  /** Sends the queue in order until each tap is acknowledged. */
  send(): Promise<void>
  /** Sees what others have tapped. */
  readEditor(): Promise<ReturnType<typeof liveEditor.parse>>
  /** Responses other than success and 5xx. */
  readonly refused: readonly Response[]
}

const RETRY_MS = 100
/** Sends as `tap-queue.ts` and `send-taps.ts` of the editor do. The first response to each tap is lost. */
export function openOperator(
  system: Pick<System, 'send'>,
  showId: number,
  { cookie: as }: LoggedIn,
): Operator {
  const path = `/api/shows/${showId}/live`
  const refused: Response[] = []
  let queue: readonly Tap[] = []
  let seen = 0

  async function sendOne(tap: Tap): Promise<void> {
    for (let isLost = true; ; isLost = false) {
      const response = await system.send('POST', `${path}/taps`, { as, json: tap }).catch(() => null)
      if (response?.status === 200 && !isLost) return confirm(tap, tapResult.parse(response.json).revision)
      if (response && response.status >= 400 && response.status < 500) return refuse(tap, response)
      await wait(RETRY_MS)
    }
  }

  function confirm({ opId, base }: Tap, revision: number): void {
    seen = Math.max(seen, revision)
    queue = queue
      .filter((tap) => tap.opId !== opId)
      .map((tap) => (revision === base + 1 && tap.base === base ? { ...tap, base: revision } : tap))
  }

  function refuse({ opId }: Tap, response: Response): void {
    refused.push(response)
    queue = queue.filter((tap) => tap.opId !== opId)
  }

  return {
    tap(operation, at = new Date()) {
      queue = [...queue, { opId: randomUUID(), base: seen, at: at.toISOString(), operation }]
    },
    async send() {
      for (let [tap] = queue; tap; [tap] = queue) await sendOne(tap)
    },
    async readEditor() {
      const editor = liveEditor.parse((await system.send('GET', `${path}/editor`, { as })).json)
      seen = Math.max(seen, editor.revision)
      return editor
    },
    refused,
  }
}
