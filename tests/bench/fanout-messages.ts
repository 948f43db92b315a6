import type { ServerEvent } from '@called-it/shared/contract/events'
import { z } from 'zod'

/** Bare `ws`, Socket.IO's `io.emit`, and the gateway's broadcast. */
export const SERVER_KINDS = ['bare', 'emit', 'gateway'] as const
export type ServerKind = (typeof SERVER_KINDS)[number]

/** Sent to the measured server by the process with the clients. */
export const fanoutRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('publish'), ticks: z.int(), perTick: z.int(), outstanding: z.int() }),
  /** Every client has all events of so many ticks. */
  z.object({ kind: z.literal('delivered'), ticks: z.int() }),
])
export type FanoutRequest = z.output<typeof fanoutRequest>

/** The first message of the server, with its port. */
export const listening = z.object({ port: z.int() })

/** The server's response once everything is delivered. */
export const published = z.object({
  /** CPU time of the process. */
  cpuMicros: z.number(),
  /** When each tick began, on the machine's monotonic clock. */
  startedAt: z.array(z.number()),
})

/** The most frequent event: five players of the global board move; 1 kB. */
export function boardStep(from: number): ServerEvent<'leaderboard:changed'> {
  return {
    topic: 'board:0',
    from,
    to: from + 1,
    board: 0,
    total: 2_000,
    changed: Array.from({ length: 5 }, (_, row) => ({
      rank: row + 1,
      userId: 1_000 + row,
      userName: `a fan with a name ${row}`,
      avatar: `/api/avatars/0f3c9a7e5b1d4826af70c3e9d5b2${row}.webp`,
      showsParticipated: 12,
      bestScore: 91,
      totalScore: 700 - row,
    })),
    removed: [],
  }
}

/** The Socket.IO packet of a board step in an Engine.IO message. */
export function packetOf(from: number): string {
  return `42${JSON.stringify(['leaderboard:changed', boardStep(from)])}`
}

const FROM = Buffer.from('"from":')

/** The version from which a board step continues, read from its packet without parsing it. */
export function stepNumber(packet: Buffer): number {
  let number = 0
  for (let at = packet.indexOf(FROM) + FROM.length; ; at += 1) {
    const digit = (packet[at] ?? 0) - 48
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
}
