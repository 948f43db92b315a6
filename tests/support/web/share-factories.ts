import type { SharedCard, SharedResult } from '@called-it/shared/contract/shares'

/** 63 points, final. */
export function sharedResult(rest: Partial<SharedResult> = {}): SharedResult {
  return {
    total: 63,
    rank: 3,
    players: 412,
    is_final: true,
    machine: 47,
    slots: {
      set1: ['special', 'missed', 'missed', 'song', 'missed', 'show', 'show', 'missed'],
      set2: ['set', 'missed', 'missed', 'missed', 'song', 'missed', 'empty', 'set'],
      encore: ['encore', 'missed', 'waiting'],
    },
    ...rest,
  }
}

/** A card of show 5, which is not played yet. */
export function sharedCard(rest: Partial<SharedCard> = {}): SharedCard {
  return {
    name: 'Mo Okafor',
    show: { id: 5, date: '2026-06-20', venue: 'Hall 5', location: 'Harborview, USA' },
    result: null,
    text: 'I have picked',
    revision: '0a1b',
    ...rest,
  }
}
