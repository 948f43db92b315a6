import { english } from '@called-it/languages/texts'
import { describe, expect, test } from 'vitest'
import { SHARED_SLOTS } from '../game/shared-slots.ts'
import { shareText } from './share-text.ts'

const SHOW = { venue: 'Oystershell Pier', date: '2026-11-22' }
const SLOTS = { set1: [...SHARED_SLOTS], set2: SHARED_SLOTS.toReversed(), encore: SHARED_SLOTS.slice(0, 3) }

describe('text of a shared card', () => {
  test('has points, rank and venue, and a row of emoji for each set', () => {
    const result = { total: 63, rank: 3, players: 1_412, is_final: true, slots: SLOTS }
    expect(shareText('Called It', SHOW, result, english)).toBe(`Called It 63 · #3 of 1,412
Oystershell Pier
🟨🟩🟥🟦⬜⬛⬛⬛
⬛⬛⬛⬜🟦🟥🟩🟨
🟨🟩🟥`)
  })

  test('says that a show still runs', () => {
    const result = { total: 1, rank: 1, players: 1, is_final: false, slots: SLOTS }
    expect(shareText('Called It', SHOW, result, english)).toContain('Called It 1 · #1 of 1 so far\n')
  })

  test('has nothing but the show before the lock', () => {
    expect(shareText('Called It', SHOW, null, english)).toBe(
      'Called It: I have picked the setlist of Oystershell Pier, Nov 22, 2026',
    )
  })
})
