import type { NamedPlayer, PlayerShow } from '@called-it/shared/contract/players'
import { Trophy } from 'lucide-react'
import { Link } from 'react-router-dom'
import { hasCode } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { usePlayerShows } from '../../lib/shows/player-shows.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import styles from './comparison.module.css'
import { usePlayer } from './player-queries.ts'

type ComparisonProps = { player: NamedPlayer; otherId: number; onClose: () => void }

export function Comparison({ player, otherId, onClose }: ComparisonProps) {
  const other = usePlayer(otherId)
  const queries = [usePlayerShows(player.id), usePlayerShows(otherId)] as const
  const [own, others] = queries
  const failed = [other, ...queries].filter(({ isError }) => isError)
  const isUnknown = hasCode(other.error, 'user_not_found')
  return (
    <Card heading={t('player.compared')} aside={<Button onClick={onClose}>{t('player.close')}</Button>}>
      {isUnknown ? (
        <EmptyState title={t('player.unknown')} />
      ) : other.data && own.data && others.data ? (
        <Compared players={[player, other.data.player]} shows={playedByBoth(own.data, others.data)} />
      ) : failed.length > 0 ? (
        <LoadFailed
          title={t('player.compare-fail')}
          onRetry={() => Promise.all(failed.map((query) => query.refetch()))}
        />
      ) : (
        <Loading label={t('player.other-load')}>
          <SkeletonBlocks count={14} height="56px" />
        </Loading>
      )}
    </Card>
  )
}

type SharedShow = Pick<PlayerShow, 'show'> & { totals: readonly [number, number] }

function playedByBoth(own: readonly PlayerShow[], others: readonly PlayerShow[]): SharedShow[] {
  const totals = new Map(others.map(({ show, total }) => [show.id, total]))
  return own.flatMap(({ show, total }) => {
    const other = totals.get(show.id)
    return other === undefined ? [] : [{ show, totals: [total, other] as const }]
  })
}

const SIDES = [0, 1] as const

type ComparedProps = { players: readonly [NamedPlayer, NamedPlayer]; shows: readonly SharedShow[] }

function Compared({ players, shows }: ComparedProps) {
  const { first, more } = useFirst(shows, 30, t('player.more-shows'))
  if (shows.length === 0) {
    return (
      <EmptyState title={t('player.no-shared', { name: players[1].display_name })}>
        {t('player.shared-why')}
      </EmptyState>
    )
  }
  const columns: readonly TableColumn<SharedShow>[] = [
    {
      header: t('player.show'),
      isRowHeader: true,
      cell: ({ show }) => (
        <>
          <Link to={paths.show(show.id)} className={styles.venue}>
            {show.venue}
          </Link>
          <p className="soft small">{plainDate(show.date)}</p>
        </>
      ),
    },
    ...SIDES.map((side) => ({
      header: players[side].display_name,
      className: styles.total,
      cell: ({ totals }: SharedShow) => <Total total={totals[side]} other={totals[1 - side] ?? 0} />,
    })),
  ]
  const wins = SIDES.map((side) => shows.filter(({ totals: [a, b] }) => (side === 0 ? a > b : b > a)).length)
  return (
    <>
      <ul className={styles.sides} aria-label={t('player.both')}>
        {SIDES.map((side) => (
          <li key={side} className={styles.side}>
            <PlayerLink userId={players[side].id} name={players[side].display_name} className={styles.name} />
            <b className={styles.sum}>
              <Rich
                id="player.sum"
                points={shows.reduce((sum, { totals }) => sum + totals[side], 0)}
                small={(words) => <small>{words}</small>}
              />
            </b>
            <span className="soft small">{t('player.shows-won', { count: wins[side] ?? 0 })}</span>
          </li>
        ))}
      </ul>
      <p className="soft small">{t('player.of-shared', { count: shows.length })}</p>
      <Table
        caption={t('player.by-show')}
        className={styles.table}
        columns={columns}
        rows={first}
        rowKey={({ show }) => show.id}
      />
      {more}
    </>
  )
}

function Total({ total, other }: { total: number; other: number }) {
  if (total <= other) return total
  return (
    <b className={styles.won}>
      <Trophy size={16} role="img" aria-label={t('player.won')} /> {total}
    </b>
  )
}
