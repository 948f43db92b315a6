import type { OutgoingEvent } from '@called-it/gateway/realtime/outgoing-event'
import type { LiveEventName } from '@called-it/shared/contract/live'
import { configEvent, largeEvent } from './open-broadcast-server.ts'

/** One event of every name of the contract, with texts that take more than one byte a character. */
export const SAMPLE_EVENTS: { readonly [N in LiveEventName]: OutgoingEvent & { readonly name: N } } = {
  'config:changed': configEvent(3),
  'catalogue:changed': {
    name: 'catalogue:changed',
    event: { topic: 'catalogue', from: 0, to: Number.MAX_SAFE_INTEGER },
  },
  'show:scored': { name: 'show:scored', event: largeEvent(200) },
  'score:changed': {
    name: 'score:changed',
    event: { showId: 3, predictionId: 4, score: null, version: 2 },
  },
  'leaderboard:changed': {
    name: 'leaderboard:changed',
    event: {
      topic: 'board:0',
      from: 1,
      to: 2,
      board: 0,
      total: 2,
      changed: [
        {
          rank: 1,
          userId: 7,
          userName: 'Zoë "the owl" 🦉 \u2028\u202e</script>\\',
          avatar: null,
          showsParticipated: 2,
          bestScore: 50,
          totalScore: 87,
        },
      ],
      removed: [8],
    },
  },
  'run:changed': {
    name: 'run:changed',
    event: {
      topic: 'runs',
      from: 4,
      to: 6,
      runs: [
        {
          id: 5,
          kind: 'score-show',
          subject: 'show:3',
          showId: 3,
          state: 'done',
          done: 20,
          total: 20,
          result: { processed: 20, errors: 0 },
          error: null,
          orderedBy: 'Åsa',
          createdAt: '2026-07-04T20:00:00.000Z',
          workedMs: 12,
          endedAt: '2026-07-04T20:00:01.000Z',
        },
      ],
    },
  },
  'operations:changed': {
    name: 'operations:changed',
    event: {
      topic: 'operations',
      from: 0,
      to: 1_783_000_000_000,
      operations: {
        queues: [{ name: 'runs', waiting: 1, active: 0, failed: 0, oldestWaitingMs: 15 }],
        workers: null,
        redisTrouble: 'déjà vu',
        outbox: { open: 1, dead: 0, oldestOpenMs: 15 },
        deadJobs: [],
      },
    },
  },
  'session:revoked': { name: 'session:revoked', event: { reason: 'logout' } },
}
