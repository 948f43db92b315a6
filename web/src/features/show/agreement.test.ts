import { describe, expect, test } from 'vitest'
import { agreementOf, countAgreements } from './agreement.ts'

const song = (id: number) => ({ id, name: `Song ${id}` })
const crowd = { set1: [song(1), song(2)], set2: [song(3), null], encore: [song(4)] }

describe('agreement with the crowd', () => {
  test.each([
    ['the same slot', 'set1', 1, 1, 'slot'],
    ['another slot of the set', 'set1', 1, 2, 'card'],
    ['another set', 'encore', 1, 3, 'card'],
    ['no slot', 'set1', 1, 9, null],
  ] as const)('finds a song in %s', (_where, set, position, id, agreement) => {
    expect(agreementOf(crowd, set, position, id)).toBe(agreement)
  })

  test('counts the own picks without empty slots', () => {
    const own = { set1: [song(1), null, song(9)], set2: [song(4)], encore: [] }
    expect(countAgreements(crowd, own)).toEqual({ picked: 3, slot: 1, card: 1 })
  })
})
