import { applyBoardStep } from '@called-it/shared/contract/board-page'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { type LiveEvent, liveEvents, type Step } from '@called-it/shared/contract/live'
import { z } from 'zod'
import { monotonicMs } from './fanout-wire.ts'

type Rows = readonly LeaderboardEntry[]

/** An event as a page reads it. */
type Heard =
  | { readonly kind: 'board'; readonly event: LiveEvent<'leaderboard:changed'> }
  | { readonly kind: 'score'; readonly event: LiveEvent<'score:changed'> }
  | { readonly kind: 'runs'; readonly event: LiveEvent<'run:changed'> }
  | { readonly kind: 'step'; readonly event: Step }
  | { readonly kind: 'other'; readonly event: null }

const packetContent = z.tuple([z.string(), z.unknown()])
const step = z.object({ topic: z.string(), from: z.int(), to: z.int() })

function read(text: string): Heard {
  const [name, event] = packetContent.parse(JSON.parse(text))
  switch (name) {
    case 'leaderboard:changed':
      return { kind: 'board', event: liveEvents[name].parse(event) }
    case 'score:changed':
      return { kind: 'score', event: liveEvents[name].parse(event) }
    case 'run:changed':
      return { kind: 'runs', event: liveEvents[name].parse(event) }
    default: {
      const { data } = step.safeParse(event)
      return data ? { kind: 'step', event: data } : { kind: 'other', event: null }
    }
  }
}

/** Most events reach many fans: each is read, and applied to each state of the board, once. */
const known = new Map<string, Heard>()
const MOST_KNOWN = 500
const applied = new WeakMap<Rows, WeakMap<object, Rows>>()

function readOnce(packet: Buffer): Heard {
  const text = packet.toString('utf8', 2)
  const heard = known.get(text) ?? read(text)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, heard)
  return heard
}

function applyOnce(rows: Rows, event: LiveEvent<'leaderboard:changed'>): Rows {
  const results = applied.get(rows) ?? new WeakMap<object, Rows>()
  applied.set(rows, results)
  const result = results.get(event) ?? applyBoardStep(rows, event)
  results.set(event, result)
  return result
}

/**
 * What a fan's open page holds, by the rule of the contract: a step is applied when `from <= mine < to`, an
 * older one is dropped, and a later one shows that something in between was lost.
 */
export class WatchingFan {
  readonly versions: Map<string, number>
  /** The first page of the board over every show. */
  board: Rows = []
  boardAt = 0
  /** The fan's own scores by show, with when each came. */
  readonly scores = new Map<number, { score: number | null; at: number }>()
  /** Steps that did not lead on from what was held. */
  gaps = 0
  events = 0
  bytes = 0
  /** Whose instants are kept: when the runs were told, and how they stood. */
  readonly runs: { at: number; states: string[] }[] = []

  /** @param versions where the topics stood when the page was read */
  constructor(versions: ReadonlyMap<string, number>) {
    this.versions = new Map(versions)
  }

  hear(packet: Buffer): void {
    this.events += 1
    this.bytes += packet.length
    const { kind, event } = readOnce(packet)
    const at = monotonicMs()
    if (kind === 'other') return
    if (kind === 'score') {
      this.scores.set(event.showId, { score: event.score, at })
      return
    }
    const mine = this.versions.get(event.topic) ?? 0
    if (event.to <= mine) return
    if (event.from > mine) this.gaps += 1
    this.versions.set(event.topic, event.to)
    if (kind === 'board') {
      this.board = applyOnce(this.board, event)
      this.boardAt = at
    }
    if (kind === 'runs') this.runs.push({ at, states: event.runs.map(({ state }) => state) })
  }
}
