import type { LeaguePage } from '@called-it/shared/contract/leagues'
import { leagueTable } from '@called-it/shared/game/leagues'
import { useState } from 'react'
import { useCurrentUser } from '../../lib/account/session.ts'
import type { LeaguePart } from '../../lib/leagues/league-queries.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Glow } from '../../ui/glow.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import { RankMove } from '../../ui/rank-move.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { LeagueNight, useNights } from './league-nights.tsx'
import styles from './league-table.module.css'

type LeagueTableProps = {
  page: LeaguePage
  part: LeaguePart
  /** The table is still that of another part. */
  isOutdated?: boolean
}

/** With the own row as many as move to their place. */
const SHOWN = 29

/** The members by points, in all shows of the league or in a part of them. While shows run it moves with each song. */
export function LeagueTable({ page, part, isOutdated = false }: LeagueTableProps) {
  const { league, table, live, version } = page
  const { user } = useCurrentUser()
  const { nights, onNight } = useNights(live)
  const [isWhole, setIsWhole] = useState(false)
  const options = Object.keys(part).length > 0 ? { ...league, drop_worst: 0 } : league
  const ofShow = part.show !== undefined
  const rows = leagueTable(table, options, nights)
    .filter(({ shows }) => shows > 0 || !ofShow)
    .map(
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
        mark: !isWhole && <RankMove rank={rank} />,
      }),
    )
  const shown = isWhole ? rows : rows.filter(({ isOwn }, index) => isOwn || index < SHOWN)
  const isLive = live.length > 0
  return (
    <div aria-busy={isOutdated || undefined} className={styles.table}>
      {live.map((showId) => (
        <LeagueNight key={showId} leagueId={league.id} showId={showId} version={version} onNight={onNight} />
      ))}
      {ofShow && nights.length < live.length ? (
        <Loading label={t('league.table-load')}>
          <SkeletonBlocks count={Math.min(table.length, SHOWN)} height="48px" />
        </Loading>
      ) : ofShow && rows.length === 0 ? (
        <EmptyState title={t('league.none-picked')} />
      ) : (
        <PointsTable
          caption={t('league.caption')}
          rows={shown}
          ownRow={rows.find(({ isOwn }) => isOwn) ?? null}
          columns={ofShow ? [] : isLive ? [showsColumn(), tonightColumn()] : [showsColumn()]}
        />
      )}
      {rows.length > shown.length && (
        <Button ref={passFocusOn} wide className="apart" onClick={() => setIsWhole(true)}>
          {t('league.all-members', { count: rows.length })}
        </Button>
      )}
    </div>
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

const showsColumn = (): TableColumn<LeagueRow> => ({
  header: t('league.shows'),
  className: styles.number,
  cell: ({ shows }) => shows,
})

const tonightColumn = (): TableColumn<LeagueRow> => ({
  header: t('league.tonight'),
  className: styles.number,
  cellClassName: () => styles.tonight,
  cell: ({ tonight }) =>
    tonight === null ? (
      <>
        <span aria-hidden>–</span>
        <span className="visually-hidden">{t('league.no-picks')}</span>
      </>
    ) : (
      <Glow value={`+${tonight}`} />
    ),
})
