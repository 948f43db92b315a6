import { randomUUID } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import {
  CLAIM_SECONDS,
  type ClaimedMessage,
  claimMessages,
  endExpiredMessages,
  type Hosts,
  keepClaims,
  listClaimedMessages,
  type MessageChannel,
  type MessageResult,
  recordReminders,
} from '@called-it/infra/postgres/queries/notifications/messages'
import { startLoop } from '@called-it/infra/queues/loop'
import type { HostGate, Leave } from './host-gate.ts'
import { createResultStore } from './result-store.ts'
import type { SentMessage } from './send-message.ts'

const HEARTBEAT_MS = 5_000
const POLL_MS = 1_000
/** Beyond it only messages to hosts that respond are claimed. */
const MAX_WAITING = 300
/** Messages stay claimed during a shorter pause of their host. */
const SHORT_PAUSE_MS = 5_000
/** The server of all mails. */
const MAIL_HOST = 'mail'

type SenderParts = {
  db: Database
  channel: MessageChannel
  /** How many are in flight at once, and how many of these to one host. Both may change. */
  limits: { readonly places: number; readonly perHost: number }
  gate: HostGate
  send: (message: ClaimedMessage) => Promise<SentMessage>
  /** @param host null: of a mail, and of a message that was not tried */
  onEnd: (outcome: string, host: string | null) => void
  onError: (error: unknown) => void
}

export type MessageSender = {
  /** There are new messages. */
  wake(): void
  /** Starts no further ones, and resolves when those in flight have ended. */
  stop(): Promise<void>
}

/** It is claimed and waits for a place. */
type Waiting = ClaimedMessage & { readonly hostName: string; readonly usableUntil: number }

/**
 * Sends the messages of a channel, together with the senders of other workers: it claims some, sends them without a
 * transaction, and stores their results. Messages to hosts that take none now give way to the others.
 */
export function startMessageSender(parts: SenderParts): MessageSender {
  const { db, channel, limits, gate, send, onEnd, onError } = parts
  const worker = randomUUID()
  const now = () => performance.now()
  const store = createResultStore(db, worker, onError)
  const inFlight = new Set<Promise<void>>()
  /** When the claim on each message ends. */
  const claims = new Map<number, number>()
  let waiting: Waiting[] = []
  let isStopping = false
  /** Hosts for which nothing was to be claimed, and when. */
  let nothingFor = { hosts: '', at: Number.NEGATIVE_INFINITY }

  const heartbeat = startLoop({ everyMs: HEARTBEAT_MS, work: keep, onError })
  const claimer = startLoop({ everyMs: POLL_MS, work: claim, onError })

  async function keep(): Promise<void> {
    const until = now() + CLAIM_SECONDS * 1_000
    const ids = [...claims.keys()]
    const kept = new Set(ids.length === 0 ? [] : await keepClaims(db, worker, ids))
    for (const id of ids) {
      if (!kept.has(id)) claims.delete(id)
      else if (claims.has(id)) claims.set(id, until)
    }
    for (const [outcome, count] of Object.entries(await endExpiredMessages(db, channel))) {
      for (let ended = 0; ended < count; ended += 1) onEnd(outcome, null)
    }
  }

  async function claim(): Promise<void> {
    // Pauses end.
    start()
    while (!isStopping && countReady() < limits.places) {
      const hosts = hostsToClaim()
      const key = JSON.stringify(hosts)
      if (hosts === null || (key === nothingFor.hosts && now() - nothingFor.at < POLL_MS / 2)) return
      const until = now() + CLAIM_SECONDS * 1_000
      const ids = await claimMessages(db, { channel, worker, hosts })
      if (ids.length === 0) {
        nothingFor = { hosts: key, at: now() }
        return
      }
      const messages = await listClaimedMessages(db, channel, ids)
      for (const id of ids) claims.set(id, until)
      const wanted = new Set(messages.map(({ id }) => id))
      for (const id of ids) if (!wanted.has(id)) end(id, 'needless')
      const readAt = now()
      waiting.push(
        ...messages.map((message) => ({
          ...message,
          hostName: message.host ?? MAIL_HOST,
          usableUntil: readAt + message.secondsLeft * 1_000,
        })),
      )
      waiting.sort((one, other) => one.urgency - other.urgency || one.usableUntil - other.usableUntil)
      start()
    }
  }

  function listWaiting(): [string, Waiting[]][] {
    return [...Map.groupBy(waiting, ({ hostName }) => hostName)]
  }

  /** Those that get a place as soon as there is one. */
  function countReady(): number {
    const ready = listWaiting().filter(([name]) => gate.isProven(name) && gate.closedMs(name) === 0)
    return ready.reduce((sum, [, messages]) => sum + Math.min(messages.length, limits.perHost), 0)
  }

  /** Without those for which enough is waiting. Null: none. */
  function hostsToClaim(): Hosts | null {
    const full = listWaiting().flatMap(([name, messages]) => (messages.length >= limits.perHost ? name : []))
    const except = new Set([...full, ...gate.listClosed(), ...gate.listBusyUnproven()])
    if (channel === 'mail') return except.size > 0 ? null : { except: [] }
    if (waiting.length < MAX_WAITING && gate.hasRoomForUnproven()) return { except: [...except] }
    const only = gate.listProven().filter((name) => !except.has(name))
    return only.length > 0 ? { only } : null
  }

  /** All that have a place, in order. */
  function start(): void {
    const starting: { message: Waiting; leave: Leave }[] = []
    waiting = waiting.filter((message) => {
      const closedMs = gate.closedMs(message.hostName)
      // Another worker may have it by now.
      if ((claims.get(message.id) ?? 0) < now()) claims.delete(message.id)
      else if (isStopping || closedMs > SHORT_PAUSE_MS || message.usableUntil <= now())
        postpone(message.id, closedMs)
      else {
        const leave = inFlight.size + starting.length < limits.places ? gate.enter(message.hostName) : null
        if (leave === null) return true
        starting.push({ message, leave })
      }
      return false
    })
    const reminders = starting.flatMap(({ message }) => (isReminder(message) ? message.id : []))
    const recorded = reminders.length === 0 ? null : recordReminders(db, worker, reminders)
    for (const { message, leave } of starting) {
      const sending = sendOne(message, leave, isReminder(message) ? recorded : null).finally(() => {
        inFlight.delete(sending)
        claims.delete(message.id)
        start()
        claimer.wake()
      })
      inFlight.add(sending)
    }
  }

  /** @param recorded ids of reminders that may be sent; null: it is none */
  async function sendOne(message: Waiting, leave: Leave, recorded: Promise<number[]> | null): Promise<void> {
    const { id, hostName, host, to } = message
    let sent: SentMessage | null = null
    try {
      if (recorded === null || (await recorded).includes(id)) {
        sent = await send(message).catch((error: unknown) => {
          onError(error)
          return { outcome: 'failed', host: null, error: 'The message could not be composed.' } as const
        })
      }
    } catch (error) {
      // It is as if the worker had died: nobody knows whether the reminders are recorded.
      onError(error)
    }
    leave(sent?.host ?? null)
    if (sent === null) return
    const { outcome, error } = sent
    const pauseMs = typeof sent.host === 'object' ? (sent.host?.pauseMs ?? 0) : 0
    onEnd(outcome, host)
    const device = 'subscriptionId' in to && outcome !== 'needless' ? { ...to, outcome } : null
    const againInMs = isToBeRepeated(message, outcome) ? Math.max(gate.closedMs(hostName), pauseMs) : null
    await store.add({ result: { id, outcome, error, againInMs, wasTried: true }, device })
  }

  function end(id: number, outcome: string): void {
    void storeUntried({ id, outcome, error: null, againInMs: null, wasTried: false })
  }

  function postpone(id: number, againInMs: number): void {
    void storeUntried({ id, outcome: 'waits', error: null, againInMs, wasTried: false })
  }

  async function storeUntried(result: MessageResult): Promise<void> {
    await store.add({ result, device: null })
    claims.delete(result.id)
  }

  return {
    wake() {
      nothingFor = { hosts: '', at: Number.NEGATIVE_INFINITY }
      claimer.wake()
    },
    async stop() {
      isStopping = true
      await claimer.stop()
      start()
      await Promise.all(inFlight)
      await Promise.all([store.stop(), heartbeat.stop()])
    },
  }
}

const isReminder = ({ kind }: ClaimedMessage) => kind === 'pick-reminder'

/** A reminder only where it has certainly not arrived. */
function isToBeRepeated(message: ClaimedMessage, outcome: SentMessage['outcome']): boolean {
  return outcome === 'failed' || outcome === 'unreached' || (outcome === 'silent' && !isReminder(message))
}
