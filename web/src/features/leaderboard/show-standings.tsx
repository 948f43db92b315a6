import type { Show } from '@called-it/shared/contract/shows'
import { useCurrentUser } from '../../lib/account/session.ts'
import { toPointsRows } from '../../lib/live/board-rows.ts'
import { useLiveSystemCards, withSystemRows } from '../../lib/live/system-cards.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import { FollowedTable } from './followed-table.tsx'
import { MorePlayers } from './more-players.tsx'
import { useShowRankings } from './use-show-rankings.ts'

type ShowStandingsProps = { show: Show; ofFollowed?: boolean }

/** All players of a show whose picks are closed, or followed ones; live while it runs. */
export function ShowStandings({ show, ofFollowed = false }: ShowStandingsProps) {
  const { user } = useCurrentUser()
  const live = useLiveShow(show.id, { enabled: show.phase !== 'final' })
  const systemCards = useLiveSystemCards(show, live.data)
  const query = useShowRankings(show.id, live.data?.revision ?? 0, ofFollowed)
  const pages = query.data?.pages ?? []
  const [first] = pages
  if (!first || !systemCards.isFetched) {
    const { isLoadingError: isError, refetch } = query
    return <NotLoaded what="the board" query={{ isError, refetch }} blocks={[10, '48px']} />
  }
  const rows = withoutRepeats(
    toPointsRows(
      pages.flatMap((page) => page.rows),
      first.followed,
    ),
  )
  if (ofFollowed) return <FollowedTable rows={rows} />
  if (rows.length === 0) return <EmptyState title="Nobody has picked this show." />
  const ownRow =
    first.own && user
      ? { player: 'own', userId: user.id, name: user.display_name, isOwn: true, ...first.own }
      : null
  const hidden = Math.max(first.players - rows.length, 0)
  return (
    <>
      <PointsTable
        caption="players of the show"
        rows={withSystemRows(rows, systemCards.data ?? [], live.data)}
        ownRow={ownRow}
      />
      {query.hasNextPage && (
        <MorePlayers
          hidden={hidden}
          isLoading={query.isFetchingNextPage}
          isError={query.isFetchNextPageError}
          onShow={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}

/** Between two revisions a player may be on two pages. */
function withoutRepeats(rows: readonly PointsRow[]): PointsRow[] {
  return [...new Map(rows.map((row) => [row.player, row])).values()]
}
