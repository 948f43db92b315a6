import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { LiveBoard } from '@called-it/shared/game/live/live-board'
import { arrangeSets } from '@called-it/shared/game/setlist'
import { createPicksDrawer } from '@called-it/tests/support/simulation/draw-picks'
import { expect, test } from 'vitest'
import type { LiveShowState } from '../../features/live-shows/live-show-change.ts'
import type { OutgoingEvent } from '../outgoing-event.ts'
import { liveFeed } from './live-feed.ts'

const MAX_BYTES = 1_000
const PLAYERS = 100_000
const NAMES =
  'Hannah Weber,Tom Okafor,Marguerite,Luis Ortega,jen_on_tour,Nils,Priya Raman,Oskar B.,Dana,Wild Bill'

const catalogue = Array.from({ length: 300 }, (_, index) => index + 1)
/** Ten, ten and three songs, and two of a second encore. */
const entries = catalogue.slice(0, 25).map((song, at) => ({ set: at < 10 ? '1' : at < 20 ? '2' : 'e', song }))

function drawAll(): Uint8Array {
  const draw = createPicksDrawer({ seed: 1, repeats: 0, catalogue }, arrangeSets(entries))
  const packed = new Uint8Array(PLAYERS * PACKED_PICKS_BYTES)
  for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) draw(packed, offset)
  return packed
}

/** After so many songs, with the numbers of a site that has grown. */
function stateAfter(board: LiveBoard, songs: number): LiveShowState {
  board.update(arrangeSets(entries.slice(0, songs)), 'encore')
  const names = NAMES.split(',')
  return {
    revision: 100 + songs,
    phase: 'live',
    openSet: 'encore',
    players: PLAYERS,
    histogram: packHistogram(board.histogram()),
    top: board.top(10).map(({ player, total }, at) => [total, player, names[at] ?? null]),
    performances: board.songs().map(({ songId, players, exact }, at) => ({
      sequence: at + 1,
      set: 'encore',
      position: at + 1,
      song: { id: songId, name: 'Lanterns on the Water' },
      at: '2026-07-04T21:40:00.000Z',
      players,
      exact,
      holders: names.slice(0, 3),
      gap: 13,
    })),
    version: 120 + songs,
  }
}

test('sends a step of less than a kilobyte for 100,000 players', async () => {
  const board = new LiveBoard(drawAll())
  const emitted: OutgoingEvent[] = []
  let songs = 0
  const feed = liveFeed(4_321, async () => stateAfter(board, songs), {
    emit: (_room, event) => emitted.push(event),
    hasSockets: () => true,
    userIds: () => [],
  })
  for (songs = 1; songs <= entries.length; songs += 1) await feed.publish()
  const sizes = emitted.map(({ name, event }) => Buffer.byteLength(`42${JSON.stringify([name, event])}`))
  expect(emitted).toHaveLength(entries.length)
  expect(Math.max(...sizes)).toBeLessThan(MAX_BYTES)
})

test('gives a slow socket the whole state, and nothing while picks are open', async () => {
  const board = new LiveBoard(new Uint8Array(PACKED_PICKS_BYTES))
  let state: LiveShowState | null = stateAfter(board, 3)
  const feed = liveFeed(4_321, async () => state, {
    emit: () => undefined,
    hasSockets: () => true,
    userIds: () => [],
  })
  await feed.publish()
  const [whole] = await feed.eventsSince(null, 122)
  expect(whole).toMatchObject({ name: 'live:changed', event: { from: 0, to: 123, songs: 3 } })
  expect(whole?.event).toHaveProperty('changed', state.performances)
  state = null
  expect(await feed.eventsSince(null, 122)).toEqual([])
})
