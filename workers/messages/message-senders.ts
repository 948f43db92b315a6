import type { Logger } from '@called-it/infra/observability/log'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import type { WorkersMetrics } from '@called-it/infra/observability/workers-metrics'
import { MAX_KEPT_CONNECTIONS } from '@called-it/infra/outbound/outbound'
import type { Postgres } from '@called-it/infra/postgres/client'
import { listenTo } from '@called-it/infra/postgres/listen'
import { MESSAGES_CHANNEL } from '@called-it/infra/postgres/queries/notifications/insert-messages'
import type { MessageChannel } from '@called-it/infra/postgres/queries/notifications/messages'
import { listAnsweringHosts } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { createHostGate } from './host-gate.ts'
import { type MessageSender, startMessageSender } from './message-sender.ts'
import { createSending, type MessageParts } from './send-message.ts'

/** The share of all places for hosts that have not responded yet. */
const UNPROVEN_SHARE = 0.4

export type MessageSendersParts = MessageParts &
  Pick<Postgres, 'pool'> & {
    /** How many are in flight at once. */
    settings: { readonly places: Readonly<Record<MessageChannel, number>> }
    metrics: Pick<WorkersMetrics, 'messages'>
    log: Logger
  }

/** Sends pushes and mails: when Postgres notifies of some, and every second. Any number of workers may. */
export function startMessageSenders(parts: MessageSendersParts): Pick<MessageSender, 'stop'> {
  const { db, pool, settings, metrics, log } = parts
  const onError = logRepeatedError(log, 'messages cannot be sent')
  const send = createSending(parts)
  const startSender = (channel: MessageChannel) => {
    const limits = {
      get places() {
        return settings.places[channel]
      },
      get perHost() {
        return channel === 'mail' ? settings.places.mail : MAX_KEPT_CONNECTIONS
      },
      get unproven() {
        return Math.max(1, Math.floor(settings.places[channel] * UNPROVEN_SHARE))
      },
    }
    const gate = createHostGate(limits, () => performance.now())
    const sender = startMessageSender({
      db,
      channel,
      limits,
      gate,
      send,
      onEnd: (outcome, host) =>
        metrics.messages.inc({ channel, service: host === null ? 'none' : pushServiceOf(host), outcome }),
      onError,
    })
    return { gate, sender }
  }
  const pushes = startSender('push')
  const mails = startSender('mail')
  const senders = [pushes.sender, mails.sender]
  // A new worker need not try each host with one push.
  listAnsweringHosts(db).then((hosts) => hosts.forEach(pushes.gate.prove), onError)
  const listening = listenTo(
    pool,
    MESSAGES_CHANNEL,
    () => {
      for (const sender of senders) sender.wake()
    },
    onError,
  )
  return {
    async stop() {
      await Promise.all([listening.stop(), ...senders.map((sender) => sender.stop())])
    },
  }
}

const SERVICES = [
  ['fcm', '.googleapis.com'],
  ['mozilla', '.mozilla.com'],
  ['apple', '.apple.com'],
  ['windows', '.windows.com'],
] as const

/** Few names for the metrics: users may choose any host. */
function pushServiceOf(host: string): (typeof SERVICES)[number][0] | 'other' {
  return SERVICES.find(([, domain]) => host.endsWith(domain))?.[0] ?? 'other'
}
