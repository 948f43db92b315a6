import type { LiveEvent } from '@called-it/shared/contract/live'
import { z } from 'zod'

/** The ways from one event to many sockets that are measured. */
export const WAYS = ['bare', 'emit', 'hub'] as const
export type Way = (typeof WAYS)[number]

/** What the server that is measured is asked by the process with the clients. */
export const request = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('memory') }),
  /** Tells so many ticks of so many events each, of which so many ticks may be on their way at once. */
  z.object({ ask: z.literal('tell'), ticks: z.int(), perTick: z.int(), outstanding: z.int() }),
  /** Every client has all events of so many ticks. */
  z.object({ ask: z.literal('delivered'), ticks: z.int() }),
])
export type FanoutRequest = z.output<typeof request>

/** What it answers. */
export const answer = z.discriminatedUnion('told', [
  z.object({ told: z.literal('listening'), port: z.int() }),
  z.object({ told: z.literal('memory'), bytes: z.number() }),
  z.object({
    told: z.literal('all'),
    /** CPU time of the process: all of it, and what of it was not spent in the system's calls. */
    cpuMicros: z.number(),
    ownCpuMicros: z.number(),
    /** When each tick began, in milliseconds of the machine's monotonic clock. */
    begunAt: z.array(z.number()),
  }),
])
export type FanoutAnswer = z.output<typeof answer>

/** The machine's monotonic clock, which is the same in every process; in milliseconds. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000
}

/** A step of the board over every show in which five players move: what fans are told most often, 1 kB long. */
export function boardStep(from: number): LiveEvent<'leaderboard:changed'> {
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

const FROM = Buffer.from('"from":')

/** The version that a board step leads on from, read from its packet without parsing it. */
export function stepNumber(packet: Buffer): number {
  let number = 0
  for (let at = packet.indexOf(FROM) + FROM.length; ; at += 1) {
    const digit = (packet[at] ?? 0) - 48
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
}
