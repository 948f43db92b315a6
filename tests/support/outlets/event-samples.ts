import type { StoredEvent } from '@called-it/shared/outlets/stored-event'

/** What no webhook without spoilers gets. */
export const SPOILERS = ['Goose Step', 'Ann_A', '4711']

const show = { id: 7, date: '2030-05-01', venue: 'The *Mill*', place: 'Harborview, ME, USA' }

/** One of every kind. */
export const EVENT_SAMPLES: readonly StoredEvent[] = [
  {
    kind: 'picks-locked',
    payload: { show, locked_at: '2030-05-01T23:00:00.000Z', predictions: 12, root: null },
  },
  { kind: 'picks-proved', payload: { show, predictions: 13, root: 'ab'.repeat(32) } },
  { kind: 'song-played', payload: { show, set: 'set1', position: 1, song: { id: 3, name: 'Goose Step' } } },
  {
    kind: 'show-final',
    payload: {
      show,
      players: 12,
      leaders: [
        { rank: 1, name: 'Ann_A', points: 4711 },
        { rank: 2, name: null, points: 4711 },
      ],
    },
  },
  {
    kind: 'scores-corrected',
    payload: {
      show,
      source: 'hand',
      songs: [{ id: 3, name: 'Goose Step', before: [], after: [], countsAs: null }],
      raised: 4711,
      lowered: 0,
    },
  },
  {
    kind: 'weekly-table',
    payload: {
      from: '2030-04-29',
      to: '2030-05-05',
      shows: 2,
      rows: [{ rank: 1, name: 'Ann_A', points: 4711 }],
    },
  },
]
