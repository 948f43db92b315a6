import type { SystemCard } from '@called-it/shared/contract/chances'
import clsx from 'clsx'
import { UserCheck } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAnimatedRows } from '../lib/hooks/use-animated-rows.ts'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { Avatar } from './avatar.tsx'
import { Glow } from './glow.tsx'
import { ownRow, PLAYERS, PlayerName } from './player-rows.tsx'
import styles from './points-table.module.css'
import { SystemFace, Unranked } from './system-player.tsx'
import { followRowLink, Table, type TableColumn } from './table.tsx'

export type PointsRow = {
  /** Tells rows apart while they move. */
  player: string
  /** Null for one without a name, and for a system player. */
  userId: number | null
  /** Null for a system player. */
  rank: number | null
  name: string
  avatar?: string | null
  total: number
  isOwn: boolean
  isFollowed?: boolean
  system?: SystemCard['player']
  /** Beside the name. */
  mark?: ReactNode
}

type PointsTableProps<Row extends PointsRow> = {
  caption: string
  rows: readonly Row[]
  /** Always in view: sticks to the edge, and comes last where `rows` do not have it. */
  ownRow?: Row | null
  /** Between player and points. */
  columns?: readonly TableColumn<Row>[]
}

/** More rows neither move nor glow: a hundred of them would take a slow phone 0.2 s. */
const MAX_MOVING = 30

/** Players by points. Rows move to their new place. */
export function PointsTable<Row extends PointsRow>({
  caption,
  rows,
  ownRow: own = null,
  columns = [],
}: PointsTableProps<Row>) {
  const moves = rows.length <= MAX_MOVING
  const bodyRef = useAnimatedRows(
    rows.map(({ player }) => player),
    moves,
  )
  return (
    <Table
      caption={caption}
      className={clsx(PLAYERS, styles.table, own && styles.long)}
      columns={[rankColumn(moves), playerColumn(), ...columns, pointsColumn(moves)]}
      rows={rows}
      footRows={own && !rows.some(({ isOwn }) => isOwn) ? [own] : []}
      rowKey={({ player }, index) => (moves ? player : index)}
      rowProps={({ player, isOwn, system }) => ({
        className: clsx(isOwn && ownRow(own !== null), system && styles.system),
        'data-player': moves ? player : undefined,
        onClick: followRowLink,
      })}
      bodyRef={bodyRef}
    />
  )
}

const Face = memo(Avatar)

const playerColumn = (): TableColumn<PointsRow> => ({
  header: t('ui.player'),
  isRowHeader: true,
  cell: ({ userId, name, avatar, isOwn, isFollowed, system, mark }) => (
    <span className={clsx(styles.player, 'row-2')}>
      {system ? <SystemFace player={system} /> : <Face name={name} image={avatar} size={28} />}
      {system ? (
        <span className={clsx(styles.unranked, 'row wraps')}>
          {system === 'machine' ? <Link to={paths.machine}>{name}</Link> : name} <Unranked />
        </span>
      ) : (
        <PlayerName userId={userId} name={name} isOwn={isOwn}>
          {mark}
        </PlayerName>
      )}
      {isFollowed && <UserCheck role="img" aria-label={t('ui.followed')} className={styles.followed} />}
    </span>
  ),
})

const NO_RANK = '–'

const rankColumn = (moves: boolean): TableColumn<PointsRow> => ({
  header: t('ui.rank'),
  className: styles.rank,
  cell: ({ rank }) => (moves ? <Glow value={rank ?? NO_RANK} /> : (rank ?? NO_RANK)),
})

const pointsColumn = (moves: boolean): TableColumn<PointsRow> => ({
  header: t('ui.points'),
  className: styles.points,
  cell: ({ total }) => (moves ? <Glow value={total} /> : total),
})
