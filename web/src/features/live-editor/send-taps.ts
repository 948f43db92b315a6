import { liveEditingEndpoints } from '@called-it/shared/contract/live-editing'
import { ApiError, isAccessDenied, request, serverMessage } from '../../lib/api/api.ts'
import { t } from '../../lib/words/texts.ts'
import { confirmTap, markTried, nextUnsent, type QueuedTap, readStoredTaps, refuseTap } from './tap-queue.ts'

const LOCK = 'called-it:live-taps'
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 15_000
/** Statuses below 500 that say nothing about the tap. */
const RETRIED: ReadonlySet<number> = new Set([408, 429])

type Listener = {
  onSent: () => void
  /** Not logged in, or no right any more: the taps stay. */
  onDenied: () => void
}

type Outcome = 'sent' | 'failed' | 'denied'

/** One for each show that was open in this tab; it goes on when its page is left. */
const senders = new Map<number, Sender>()

/** Sends the queue of a show in order, now, and again after failures until it is empty. */
export function sendTaps(showId: number, listener: Listener): void {
  const sender = senders.get(showId) ?? new Sender(showId)
  senders.set(showId, sender)
  sender.start(listener)
}

/** As {@link sendTaps}. A request from before the interruption may hang, so it is sent again: the id of its tap makes that harmless. */
export function resendTaps(showId: number, listener: Listener): void {
  senders.get(showId)?.interrupt()
  sendTaps(showId, listener)
}

class Sender {
  readonly #showId: number
  #isSending = false
  #isAskedAgain = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #attempt = new AbortController()

  constructor(showId: number) {
    this.#showId = showId
  }

  start(listener: Listener): void {
    clearTimeout(this.#timer)
    this.#isAskedAgain = true
    if (!this.#isSending) void this.#run(listener)
  }

  interrupt(): void {
    this.#failures = 0
    this.#attempt.abort()
  }

  async #run(listener: Listener): Promise<void> {
    this.#isSending = true
    let outcome: Outcome = 'sent'
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false
      outcome = await this.#sendAll(listener)
    }
    this.#isSending = false
    if (outcome !== 'failed') {
      this.#failures = 0
      return
    }
    const ms = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, MAX_WAIT_MS) * (0.75 + Math.random() / 2)
    this.#failures += 1
    this.#timer = setTimeout(() => this.start(listener), ms)
  }

  /** From one tab at a time. Web Locks need HTTPS; without them the server knows a repeated tap by its id. */
  #sendAll(listener: Listener): Promise<Outcome> {
    const send = () => this.#sendInOrder(listener)
    return navigator.locks ? navigator.locks.request(`${LOCK}:${this.#showId}`, send) : send()
  }

  async #sendInOrder(listener: Listener): Promise<Outcome> {
    for (;;) {
      readStoredTaps()
      const tap = nextUnsent(this.#showId)
      if (!tap) return 'sent'
      const outcome = await this.#sendOne(tap, listener)
      if (outcome !== 'sent') return outcome
    }
  }

  async #sendOne(tap: QueuedTap, listener: Listener): Promise<Outcome> {
    const { opId, base, at, operation } = tap
    markTried(this.#showId, opId)
    this.#attempt = new AbortController()
    try {
      const result = await request(liveEditingEndpoints.tapSetlist, {
        params: { showId: this.#showId },
        body: { opId, base, at, operation },
        signal: this.#attempt.signal,
      })
      confirmTap(this.#showId, tap, result)
    } catch (error) {
      if (isAccessDenied(error)) {
        listener.onDenied()
        return 'denied'
      }
      if (!isRefusal(error)) return 'failed'
      refuseTap(this.#showId, tap, serverMessage(error, t('editor.not-taken')))
    }
    listener.onSent()
    return 'sent'
  }
}

/** Anything else may pass: no connection, a restart, the login page of a hall's network. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !RETRIED.has(error.status)
}
