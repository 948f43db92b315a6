import type { Slots } from '@called-it/shared/game/setlist'
import { describe, expect, test } from 'vitest'
import { createDemoSource } from '../setlist-sources/demo/demo-source.ts'
import { DEMO_ACCOUNTS, DEMO_FANS, demoPicks } from './fans.ts'

const ANCHOR = '2026-03-10'
const source = createDemoSource({ anchor: async () => ANCHOR, today: async () => ANCHOR })
const [shows, songs] = await Promise.all([source.listShows(), source.listSongs()])
const songIds = new Map(songs.map((song, index) => [song.slug, index + 1]))

const predictions = DEMO_FANS.flatMap((_, fan) =>
  shows.flatMap((show) => {
    const picks = demoPicks(fan, show)
    return picks === null ? [] : [{ fan, show, picks }]
  }),
)

function slugsOf({ set1, set2, encore }: Slots<string>): string[] {
  return [...set1, ...set2, ...encore].filter((slug) => slug !== null)
}

test('lists forty fans and two accounts with distinct names and addresses', () => {
  const everybody = [...DEMO_FANS, ...DEMO_ACCOUNTS]
  expect(DEMO_FANS).toHaveLength(40)
  expect(new Set(everybody.map((fan) => fan.displayName)).size).toBe(42)
  expect(new Set(everybody.map((fan) => fan.email)).size).toBe(42)
  for (const { displayName, email } of everybody) {
    expect(displayName.length).toBeGreaterThanOrEqual(2)
    expect(displayName.length).toBeLessThanOrEqual(40)
    expect(email).toMatch(/^[a-z0-9-]+@demo\.example$/)
  }
  expect(DEMO_ACCOUNTS.map((account) => [account.displayName, account.isAdmin])).toEqual([
    ['Demo Fan', false],
    ['Demo Admin', true],
  ])
})

describe('demo picks', () => {
  test('fills 8, 8 and 3 slots with known songs, each at most once', () => {
    const misshapen = predictions.filter(({ picks: { set1, set2, encore } }) => {
      return set1.length !== 8 || set2.length !== 8 || encore.length !== 3
    })
    const repeating = predictions.filter(
      ({ picks }) => new Set(slugsOf(picks)).size !== slugsOf(picks).length,
    )
    const slugs = new Set(predictions.flatMap(({ picks }) => slugsOf(picks)))
    expect(misshapen).toEqual([])
    expect(repeating).toEqual([])
    expect(Array.from(slugs).filter((slug) => !songIds.has(slug))).toEqual([])
  })

  test('predicts for players beyond the listed fans', () => {
    expect(shows.some((show) => demoPicks(DEMO_FANS.length, show) !== null)).toBe(true)
  })

  test('throws for a show that is none of the demo’s', () => {
    expect(() => demoPicks(0, { sourceId: '1250460126' })).toThrow(RangeError)
  })
})
