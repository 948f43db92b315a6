import { counted } from '@called-it/shared/contract/counted'
import type { LeaguePage } from '@called-it/shared/contract/leagues'
import { leagueTable } from '@called-it/shared/game/leagues'
import { useState } from 'react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Glow } from '../../ui/glow.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import { Select } from '../../ui/select.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { LeagueNight, useNights } from './league-nights.tsx'
import styles from './league-standings.module.css'
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

type LeagueRow = PointsRow & {
  /** Those that count. */
  shows: number
  /** Points in the shows that run; null without a card. */
  tonight: number | null
}

/** With the own row as many as move to their place. */
const SHOWN = 29

function LeagueTable({ rows, isLive }: { rows: readonly LeagueRow[]; isLive: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.filter(({ isOwn }, index) => isOwn || index < SHOWN)
  return (
    <>
      <PointsTable caption="league table" rows={shown} columns={isLive ? [SHOWS, TONIGHT] : [SHOWS]} />
      {rows.length > shown.length && (
        <Button ref={passFocusOn} wide className="apart" onClick={() => setIsWhole(true)}>
          all {counted(rows.length, 'member')}
        </Button>
      )}
    </>
  )
}

const SHOWS: TableColumn<LeagueRow> = {
  header: 'shows',
  className: styles.number,
  cell: ({ shows }) => shows,
}

const TONIGHT: TableColumn<LeagueRow> = {
  header: 'tonight',
  className: styles.number,
  cellClassName: () => styles.tonight,
  cell: ({ tonight }) =>
    tonight === null ? (
      <>
        <span aria-hidden>–</span>
        <span className="visually-hidden">no card</span>
      </>
    ) : (
      <Glow value={`+${tonight}`} />
    ),
}
