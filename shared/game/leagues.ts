/** Tables of leagues; docs/rules.md ("Leagues") has the rules. */
import { type RankedStanding, rankStandings, type Standing } from './standings.ts'

export type LeagueOptions = { readonly counts_from: 'all' | 'joining'; readonly drop_worst: number }

/** What the place of a member follows from, as the contract describes it. */
export type LeagueFacts = {
  readonly player: { readonly id: number; readonly display_name: string }
  readonly joined_at: string | Date
  readonly shows: number
  readonly played: number
  readonly total: number
  readonly best: number
  readonly worst: readonly number[]
}

/** A show that is not scored: the points of its players until now. Members without a prediction miss it. */
export type LeagueNight = { readonly locks_at: string; readonly totals: ReadonlyMap<number, number> }

/** `total` and `shows`: what is left after dropping. */
export type LeagueRow<Member extends LeagueFacts = LeagueFacts> = RankedStanding<
  Standing & { readonly member: Member }
>

/** For the table of a week, in which no show is dropped: `drop_worst` 0, and only nights of that week. */
export function leagueTable<Member extends LeagueFacts>(
  members: readonly Member[],
  options: LeagueOptions,
  nights: readonly LeagueNight[] = [],
): LeagueRow<Member>[] {
  return rankStandings(members.map((member) => standingOf(member, options, nights)))
}

function standingOf<Member extends LeagueFacts>(
  member: Member,
  { counts_from, drop_worst }: LeagueOptions,
  nights: readonly LeagueNight[],
): Standing & { member: Member } {
  const { id, display_name } = member.player
  const counting = nights.filter(
    ({ locks_at }) => counts_from === 'all' || new Date(member.joined_at) < new Date(locks_at),
  )
  const points = counting.flatMap(({ totals }) => totals.get(id) ?? [])
  const shows = member.shows + counting.length
  const played = member.played + points.length
  const missed = shows - played
  const dropped = Math.max(0, Math.min(drop_worst, shows - 1) - missed)
  const worst = [...member.worst, ...points].sort((a, b) => a - b).slice(0, dropped)
  return {
    member,
    userId: id,
    displayName: display_name,
    total: sum([member.total, ...points]) - sum(worst),
    shows: played - dropped,
    best: Math.max(member.best, ...points),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** The Monday of the week of a day, both `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
