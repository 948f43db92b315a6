import { MANY_CASES_TIMEOUT } from '@called-it/tests/support/game-factories'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LeagueFacts, type LeagueOptions, leagueTable, mondayOf } from './leagues.ts'
import { rankStandings } from './standings.ts'

const facts = (fields: Partial<LeagueFacts>): LeagueFacts => ({
  player: { id: 1, display_name: 'amy' },
  joined_at: at(0),
  shows: 4,
  played: 4,
  total: 100,
  best: 40,
  worst: [10, 20, 30, 40],
  ...fields,
})

/** Hours after the first show, which is one hour after the first member joined. */
function at(hour: number): string {
  return new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
}

/** A show is each member's points, null for a missed one; the members joined at different hours. */
const randomLeague = fc.integer({ min: 1, max: 6 }).chain((members) =>
  fc.record({
    joined: fc.array(fc.nat({ max: 9 }), { minLength: members, maxLength: members }),
    shows: fc.array(fc.array(fc.option(fc.nat({ max: 4 })), { minLength: members, maxLength: members }), {
      maxLength: 9,
    }),
    running: fc.nat({ max: 2 }),
    options: fc.record({
      counts_from: fc.constantFrom<LeagueOptions['counts_from'][]>('all', 'joining'),
      drop_worst: fc.nat({ max: 5 }),
    }),
  }),
)
type RandomLeague = typeof randomLeague extends fc.Arbitrary<infer League> ? League : never

/** What each member has of the shows that count: points by show, null for a missed one. */
function pointsOf(
  { joined, shows, options }: RandomLeague,
  member: number,
): { hour: number; points: number | null }[] {
  return shows
    .map((show, index) => ({ hour: index + 1, points: show[member] ?? null }))
    .filter(({ hour }) => options.counts_from === 'all' || (joined[member] ?? 0) < hour)
}

/** Every show that counts as a row; the worst rows are taken away, missed ones first. */
function naiveTable(league: RandomLeague) {
  return rankStandings(
    league.joined.map((_, member) => {
      const rows = pointsOf(league, member)
        .map(({ points }) => points)
        .sort((a, b) => (a ?? -1) - (b ?? -1))
      const counting = rows.slice(Math.min(league.options.drop_worst, Math.max(0, rows.length - 1)))
      const played = counting.filter((points) => points !== null)
      return {
        userId: member,
        displayName: `fan ${member}`,
        total: played.reduce((total, points) => total + points, 0),
        shows: played.length,
        best: Math.max(0, ...played),
      }
    }),
  )
}

function factsOf(league: RandomLeague, member: number): LeagueFacts {
  const scored = pointsOf(league, member).filter(({ hour }) => hour <= league.shows.length - league.running)
  const played = scored.flatMap(({ points }) => points ?? []).sort((a, b) => a - b)
  return {
    player: { id: member, display_name: `fan ${member}` },
    joined_at: at(league.joined[member] ?? 0),
    shows: scored.length,
    played: played.length,
    total: played.reduce((total, points) => total + points, 0),
    best: Math.max(0, ...played),
    worst: played.slice(0, league.options.drop_worst),
  }
}

describe('table of a league', () => {
  test(
    'equals a naive calculation for any members, shows, options and nights',
    () => {
      fc.assert(
        fc.property(randomLeague, (league) => {
          const members = league.joined.map((_, member) => factsOf(league, member))
          const nights = league.shows
            .map((show, index) => ({
              locks_at: at(index + 1),
              totals: new Map(show.flatMap((points, member) => (points === null ? [] : [[member, points]]))),
            }))
            .slice(Math.max(0, league.shows.length - league.running))
          const rows = leagueTable(members, league.options, nights)
          expect(rows.map(({ member: _, ...row }) => row)).toEqual(naiveTable(league))
        }),
        { numRuns: 2_000 },
      )
    },
    MANY_CASES_TIMEOUT,
  )

  test.each([
    ['nothing without dropping', {}, 0, 100],
    ['the lowest of the shows', {}, 2, 70],
    ['missed shows first', { shows: 5 }, 2, 90],
    ['all but one show', { shows: 2, played: 2, total: 30, worst: [10, 20] }, 5, 20],
    ['nothing of a member without a show', { shows: 0, played: 0, total: 0, best: 0, worst: [] }, 3, 0],
  ])('drops %s', (_, fields, drop_worst, total) => {
    expect(leagueTable([facts(fields)], { counts_from: 'all', drop_worst })[0]?.total).toBe(total)
  })

  test('gives equal totals one rank', () => {
    const members = [1, 2, 3].map((id) =>
      facts({ player: { id, display_name: `fan ${id}` }, total: id === 3 ? 90 : 100 }),
    )
    const rows = leagueTable(members, { counts_from: 'all', drop_worst: 0 })
    expect(rows.map(({ userId, rank }) => [userId, rank])).toEqual([
      [1, 1],
      [2, 1],
      [3, 3],
    ])
  })
})

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026-01-11', '2026-01-05'],
  ['2026-01-01', '2025-12-29'],
])('puts %s into the week of Monday %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday)
})
