import type { LeaguePage } from '@called-it/shared/contract/leagues'
import { leagueTable } from '@called-it/shared/game/leagues'
import { useCurrentUser } from '../../lib/account/session.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { LeagueNight, useNights } from './league-nights.tsx'
import styles from './league-standings.module.css'
import { type LeagueRow, LeagueTable } from './league-table.tsx'
import { LeaguePresence } from './live/league-presence.tsx'
import { LeagueReactions } from './live/league-reactions.tsx'

type LeagueStandingsProps = {
  page: LeaguePage
  /** A Monday; null: all shows. */
  week: string | null
  /** Members whose page is open. */
  present: readonly number[]
  /** The table is still that of another week. */
  isOutdated: boolean
  onWeek: (week: string | null) => void
}

/** The table of all shows or of a week. While shows run it moves with each song. */
export function LeagueStandings({ page, week, present, isOutdated, onWeek }: LeagueStandingsProps) {
  const { user } = useCurrentUser()
  const { league, table, weeks, live, version } = page
  const { nights, onNight } = useNights(live, week)
  const options = week ? { ...league, drop_worst: 0 } : league
  const rows = leagueTable(table, options, nights).map(
    ({ userId, displayName, rank, total, shows, member }): LeagueRow => ({
      player: String(userId),
      userId,
      rank,
      name: displayName,
      avatar: member.player.avatar_path,
      total,
      shows,
      isOwn: userId === user?.id,
      tonight: pointsOf(userId, nights),
    }),
  )
  const isLive = live.length > 0
  const players = table.map(({ player }) => player)
  return (
    <Card
      heading="table"
      note={isLive ? 'as it stands' : undefined}
      aside={
        weeks.length > 0 && (
          <Select
            aria-label="shows of the table"
            className={styles.weeks}
            value={week ?? ''}
            onChange={({ target }) => onWeek(target.value || null)}
          >
            <option value="">all shows</option>
            {weeks.map((monday) => (
              <option key={monday} value={monday}>
                week of {plainDate(monday)}
              </option>
            ))}
          </Select>
        )
      }
    >
      {live.map((showId) => (
        <LeagueNight key={showId} leagueId={league.id} showId={showId} version={version} onNight={onNight} />
      ))}
      <LeaguePresence players={players} present={present} />
      {isLive && <LeagueReactions leagueId={league.id} players={players} />}
      <div aria-busy={isOutdated || undefined} className={styles.table}>
        <LeagueTable rows={rows} isLive={isLive} />
      </div>
      {!isLive && weeks.length === 0 && (
        <p className="soft small">No show has counted yet. The table fills with the first one.</p>
      )}
      {week && <p className="soft small">In a week no show is dropped.</p>}
    </Card>
  )
}

/** Null without a card for any of the shows. */
function pointsOf(userId: number, nights: readonly { totals: ReadonlyMap<number, number> }[]): number | null {
  const points = nights.flatMap(({ totals }) => totals.get(userId) ?? [])
  return points.length > 0 ? points.reduce((sum, each) => sum + each, 0) : null
}
