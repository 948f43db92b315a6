import { applyBoardStep } from '@called-it/shared/contract/board-page'
import { type ServerEvent, type Step, serverEvents } from '@called-it/shared/contract/events'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { z } from 'zod'
import { monotonicMs } from './process-usage.ts'

type Rows = readonly LeaderboardEntry[]

type ReadEvent =
  | { readonly kind: 'board'; readonly event: ServerEvent<'leaderboard:changed'> }
  | { readonly kind: 'live'; readonly event: ServerEvent<'live:changed'> }
  | { readonly kind: 'score'; readonly event: ServerEvent<'score:changed'> }
  | { readonly kind: 'step'; readonly event: Step; readonly name: string }
  | { readonly kind: 'other' }

const packetContent = z.tuple([z.string(), z.unknown()])
const step = z.object({ topic: z.string(), from: z.int(), to: z.int() })

function read(text: string): ReadEvent {
  const [name, event] = packetContent.parse(JSON.parse(text))
  if (name === 'leaderboard:changed') return { kind: 'board', event: serverEvents[name].parse(event) }
  if (name === 'live:changed') return { kind: 'live', event: serverEvents[name].parse(event) }
  if (name === 'score:changed') return { kind: 'score', event: serverEvents[name].parse(event) }
  const { data } = step.safeParse(event)
  return data ? { kind: 'step', event: data, name } : { kind: 'other' }
}

/** Most events reach many pages: each is parsed once, and applied once to each state of the board. */
const parsed = new Map<string, ReadEvent>()
const MAX_PARSED = 500
const applied = new WeakMap<Rows, WeakMap<object, Rows>>()

function readOnce(packet: Buffer): ReadEvent {
  const text = packet.toString('utf8', 2)
  const known = parsed.get(text) ?? read(text)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(text, known)
  return known
}

function applyOnce(rows: Rows, event: ServerEvent<'leaderboard:changed'>): Rows {
  const results = applied.get(rows) ?? new WeakMap<object, Rows>()
  applied.set(rows, results)
  const result = results.get(event) ?? applyBoardStep(rows, event)
  results.set(event, result)
  return result
}

/** Like an open page, it applies a step when `from <= mine < to`, drops an older one, counts a later one as a gap. */
export class LivePage {
  readonly versions: Map<string, number>
  /** The first page of the global board. */
  board: Rows = []
  boardAt = 0
  /** The user's own scores by show, with when each came. */
  readonly scores = new Map<number, { score: number | null; at: number }>()
  readonly runTimes: number[] = []
  /** The revision of the watched show, and when it came. */
  live = { revision: 0, at: 0 }
  /** Steps that did not continue from the version held. */
  gaps = 0

  constructor(versions: Iterable<readonly [string, number]>) {
    this.versions = new Map(versions)
  }

  receive(packet: Buffer): void {
    const received = readOnce(packet)
    const at = monotonicMs()
    if (received.kind === 'other') return
    if (received.kind === 'score') {
      this.scores.set(received.event.showId, { score: received.event.score, at })
      return
    }
    const { topic, from, to } = received.event
    const mine = this.versions.get(topic) ?? 0
    if (to <= mine) return
    const isExact = (received.kind === 'board' || received.kind === 'live') && from !== 0
    if (isExact ? from !== mine : from > mine) this.gaps += 1
    this.versions.set(topic, to)
    if (received.kind === 'board') {
      this.board = applyOnce(this.board, received.event)
      this.boardAt = at
    } else if (received.kind === 'live') this.live = { revision: received.event.revision, at }
    else if (received.name === 'run:changed') this.runTimes.push(at)
  }
}
