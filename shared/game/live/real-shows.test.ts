import path from 'node:path'
import { namedDice } from '@called-it/infra/demo/dice'
import { expectRowsOf, packAll, totalsByBulkScorer } from '@called-it/tests/support/live-reference'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { drawPredictions } from '@called-it/tests/support/workers/drawn-predictions'
import { readSetlistRows, type SetlistRow } from '@called-it/tests/support/workers/setlist-rows'
import { describe, expect, test } from 'vitest'
import { type ActualSetlist, arrangeSets, type OpenSet, type Picks, type Slots } from '../setlist.ts'
import { LiveBoard } from './live-board.ts'
import { replaySteps } from './replay.ts'

const FANS = 200
const REPLAYED = 100
const TIMEOUT_MS = 300_000

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('ends with the final scores, and never falls before', { timeout: TIMEOUT_MS }, async () => {
    const rows = await readSetlistRows(path.join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv'))
    const catalogue = [...new Set(rows.map(({ songid }) => songid))]
    const played = rows.filter(({ exclude }) => exclude !== '1')
    let compared = 0
    for (const [show, songs = []] of Map.groupBy(played, ({ showid }) => showid)) {
      const entries = songs.toSorted((one, other) => one.position - other.position)
      const setlists = new Map([[show, arrange(entries, String)]])
      const drawn = drawPredictions(FANS, setlists, catalogue)
      const packed = packAll(drawn.map(({ picks }) => toNumbers(picks)))
      const board = new LiveBoard(packed)

      let losses = 0
      for (const { actual, openSet } of revisionsOf(entries)) {
        const before = board.totals.slice()
        board.update(actual, openSet)
        losses += board.totals.filter((total, player) => total < (before[player] ?? 0)).length
      }

      expect(losses, show).toBe(0)
      const final = totalsByBulkScorer(packed, arrange(entries, Number), null)
      expect(Array.from(board.totals), show).toEqual(final)
      compared += final.length
    }
    expect(compared).toBeGreaterThan(300_000)
  })

  test('replays any song of 100 shows as a fresh scoring of the songs so far', async () => {
    const rows = await readSetlistRows(path.join(REAL_SETLISTS, 'setlist-rows-1983-2025.csv'))
    const played = rows.filter(({ exclude, set }) => exclude !== '1' && set !== 's')
    const shows = [...Map.groupBy(played, ({ showid }) => showid)]
    const { roll } = namedDice('replayed shows')
    const catalogue = [...new Set(rows.map(({ songid }) => songid))]
    for (let replayed = 0; replayed < REPLAYED; replayed++) {
      const [show, songs = []] = shows[Math.floor(roll() * shows.length)] ?? []
      const entries = songs.toSorted((one, other) => one.position - other.position)
      const drawn = drawPredictions(FANS, new Map([[show ?? '', arrange(entries, String)]]), catalogue)
      const packed = packAll(drawn.map(({ picks }) => toNumbers(picks)))
      const board = new LiveBoard(packed)
      const steps = replaySteps(
        entries.map(({ set, songid }) => ({ set: storedName(set), song: Number(songid) })),
      )

      for (const index of [Math.floor(roll() * entries.length), entries.length - 1]) {
        for (const { actual, openSet } of steps.slice(0, index + 1)) board.update(actual, openSet)

        const openSet = index === entries.length - 1 ? null : openSetOf(entries[index]?.set ?? '')
        const totals = totalsByBulkScorer(packed, arrange(entries.slice(0, index + 1), Number), openSet)
        expect(Array.from(board.totals), `${show}, song ${index + 1}`).toEqual(totals)
        expectRowsOf(board, totals)
      }
    }
  })
})

/** A song each, then a set's end each, then the end of the show. */
function* revisionsOf(
  entries: readonly SetlistRow[],
): Generator<{ actual: ActualSetlist; openSet: OpenSet }> {
  for (const [index, { set }] of entries.entries()) {
    const actual = arrange(entries.slice(0, index + 1), Number)
    yield { actual, openSet: openSetOf(set) }
    const next = entries[index + 1]?.set
    if (next !== set) yield { actual, openSet: next === undefined ? null : openSetOf(next) }
  }
}

function openSetOf(label: string): OpenSet {
  if (label === '1') return 'set1'
  if (label === '2') return 'set2'
  return /^e\d*$/i.test(label) ? 'encore' : 'further'
}

function storedName(label: string): string {
  const openSet = openSetOf(label)
  return openSet === 'further' || openSet === null ? label : openSet
}

function arrange<Song>(rows: readonly SetlistRow[], toSong: (id: string) => Song) {
  return arrangeSets(rows.map(({ set, songid }) => ({ set, song: toSong(songid) })))
}

function toNumbers({ set1, set2, encore }: Slots<string>): Picks {
  const numbers = (songs: readonly (string | null)[]) =>
    songs.map((song) => (song === null ? null : Number(song)))
  return { set1: numbers(set1), set2: numbers(set2), encore: numbers(encore) }
}
