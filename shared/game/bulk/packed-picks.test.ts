import { MANY_CASES_TIMEOUT, picksAt } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyPicks, padPicks } from '../setlist.ts'
import { PACKED_PICKS_BYTES, packPicks, unpackPicks } from './packed-picks.ts'

const slot = fc.option(fc.integer({ min: 1, max: 65_535 }))
const picks = fc.record({
  set1: fc.array(slot, { maxLength: 8 }),
  set2: fc.array(slot, { maxLength: 8 }),
  encore: fc.array(slot, { maxLength: 3 }),
})

describe('packed picks', () => {
  test('writes 16-bit big-endian song ids of set 1, set 2, encore', () => {
    const packed = packPicks(
      picksAt({ set1: { 1: 0x0102, 8: 3 }, set2: { 1: 0xfffe }, encore: { 3: 65_535 } }),
    )

    expect(PACKED_PICKS_BYTES).toBe(38)
    expect(Array.from(packed)).toEqual([
      ...[1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3],
      ...[255, 254, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ...[0, 0, 0, 0, 255, 255],
    ])
  })

  test('restores padded picks from any offset of a buffer', { timeout: MANY_CASES_TIMEOUT }, () => {
    fc.assert(
      fc.property(picks, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (original, before, offset) => {
        const buffer = new Uint8Array(before + offset + PACKED_PICKS_BYTES + 5).fill(0xee)
        buffer.set(packPicks(original), before + offset)

        expect(unpackPicks(buffer.subarray(before), offset)).toEqual(padPicks(original))
      }),
    )
  })

  test('packs empty picks as zeros', () => {
    expect(packPicks(emptyPicks()).every((byte) => byte === 0)).toBe(true)
  })

  test.each([0, -1, 1.5, 65_536, Number.NaN])('throws for the song id %d', (songId) => {
    const refused = new RangeError(`song number ${songId} is not an integer from 1 to 65535`)
    expect(() => packPicks({ ...emptyPicks(), set2: [songId] })).toThrow(refused)
  })

  test('throws for a set with too many slots', () => {
    expect(() => packPicks({ ...emptyPicks(), encore: [1, 2, 3, 4] })).toThrow(RangeError)
  })

  test('throws when the bytes end too early', () => {
    expect(() => unpackPicks(new Uint8Array(PACKED_PICKS_BYTES), 1)).toThrow(RangeError)
  })
})
