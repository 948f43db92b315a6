import { t } from '../../lib/words/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'

/** Of rows of a board those of the current fan and of followed players, with their ranks among everybody. */
export function FollowedTable({ rows }: { rows: readonly PointsRow[] }) {
  if (!rows.some(({ isFollowed }) => isFollowed)) {
    return <EmptyState title={t('board.none-followed')}>{t('board.how-follow')}</EmptyState>
  }
  const shown = rows.filter(({ isOwn, isFollowed }) => isOwn || isFollowed)
  const ownRow = shown.find(({ isOwn }) => isOwn) ?? null
  return <PointsTable caption={t('board.you-follow')} rows={shown} ownRow={ownRow} />
}
