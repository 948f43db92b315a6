import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_SETLIST, type LiveOperation, type LiveSetlist } from './live-setlist.ts'
import { decideTap, type ReceivedTap } from './tap-outcome.ts'

const SAME_SONG_MS = 20_000

type Tap = { opId: number; base: number; at: number; user: number; operation: LiveOperation }
type Received = Tap & ReceivedTap & { revision: number }

/** What the gateway does in its transaction. `songs` are the taps whose songs a revision has. */
function openServer() {
  const revisions: { setlist: LiveSetlist; songs: number[] }[] = [{ setlist: EMPTY_SETLIST, songs: [] }]
  const log: Received[] = []
  const newest = () => revisions.length - 1
  const at = (revision: number) => revisions[revision] ?? expect.fail('no such revision')

  function receive(tap: Tap): void {
    if (log.some(({ opId }) => opId === tap.opId)) return
    const since = log.filter(({ revision }) => revision > tap.base)
    const foreign = since.filter(({ user, outcome }) => user !== tap.user && outcome === 'stored')
    const { setlist, songs } = at(newest())
    const before = newest() > 0 ? at(newest() - 1) : null
    const decision = decideTap({ setlist, before: before?.setlist ?? null, since, wasReplaced: false }, tap)
    if (decision.outcome === 'refused') return
    const { operation } = tap
    if (operation.op === 'song') {
      const near = since.filter(
        (other) =>
          other.operation.op === 'song' &&
          other.operation.song === operation.song &&
          Math.abs(other.at - tap.at) <= SAME_SONG_MS,
      )
      const isPlayed = setlist.performances.some(({ songId }) => songId === operation.song)
      // Merged only into a song that the setlist has, and stored only if it has none by a tap close by.
      if (decision.outcome === 'merged') expect([isPlayed, near.length > 0]).toEqual([true, true])
      if (decision.outcome === 'stored') expect(near.filter(({ opId }) => songs.includes(opId))).toEqual([])
    }
    // Nobody takes back what they have not seen, and nothing conflicts with own taps alone.
    if (operation.op === 'undo' && decision.outcome === 'stored') expect(foreign).toEqual([])
    if (decision.outcome === 'conflict') expect(foreign).not.toEqual([])
    if (decision.outcome === 'stored') {
      const undone = before?.songs ?? []
      const added = operation.op === 'song' ? [...songs, tap.opId] : songs
      revisions.push({ setlist: decision.setlist, songs: operation.op === 'undo' ? undone : added })
    }
    log.push({ ...tap, outcome: decision.outcome, revision: newest() })
  }

  return { receive, newest, log, state: () => at(newest()) }
}

const operation: fc.Arbitrary<LiveOperation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ op: fc.constant('song' as const), song: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constantFrom('set', 'encore', 'over', 'undo') }) },
)

/** An operator taps after some time, or sends the first taps of the queue, some of them again. */
const step = fc.record({
  user: fc.constantFrom(1, 2),
  afterMs: fc.integer({ min: 0, max: 15_000 }),
  operation: fc.option(operation),
  sent: fc.integer({ min: 0, max: 3 }),
  repeats: fc.boolean(),
})

test('taps of two operators lose no song and double none', { timeout: MANY_CASES_TIMEOUT }, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const server = openServer()
      const operators = new Map([1, 2].map((user) => [user, { seen: 0, queue: [] as Tap[] }]))
      const send = (user: number, count: number, repeats: boolean) => {
        const operator = operators.get(user) ?? expect.fail('no such operator')
        for (const tap of operator.queue.splice(0, count)) {
          server.receive(tap)
          if (repeats) server.receive(tap)
        }
        if (operator.queue.length === 0) operator.seen = server.newest()
      }
      let now = 0
      for (const [opId, { user, afterMs, operation: tapped, sent, repeats }] of steps.entries()) {
        now += afterMs
        const { seen, queue } = operators.get(user) ?? expect.fail('no such operator')
        if (tapped) queue.push({ opId, base: seen, at: now, user, operation: tapped })
        send(user, sent, repeats)
      }
      for (const user of [2, 1]) send(user, Number.POSITIVE_INFINITY, true)
      const { setlist, songs } = server.state()
      const tapped = server.log.filter(({ opId }) => songs.includes(opId))
      expect(setlist.performances.map(({ songId, at }) => [songId, at])).toEqual(
        songs.map((opId) => {
          const tap = tapped.find((other) => other.opId === opId) ?? expect.fail('no such tap')
          return [tap.operation.op === 'song' && tap.operation.song, tap.at]
        }),
      )
    }),
    { numRuns: 2_000 },
  )
})
