import { liveShowEndpoints, type ShowBoard } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchWhenScored } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { toPointsRows, withoutPlayers } from '../../lib/live/board-rows.ts'
import { isRead, useLiveSystemCards, withSystemRows } from '../../lib/live/system-cards.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'
import { useRevisionRefetch } from '../../lib/live/use-revision-refetch.ts'
import { t } from '../../lib/words/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import { FollowedTable } from './followed-table.tsx'
import { MorePlayers } from './more-players.tsx'

const firstPage: number | null = null

type ShowStandingsProps = { show: Show; ofFollowed?: boolean }

/** All players of a show whose picks are closed, or followed ones; live while it runs. */
export function ShowStandings({ show, ofFollowed = false }: ShowStandingsProps) {
  const { user } = useCurrentUser()
  const live = useLiveShow(show.id, { enabled: show.phase !== 'final' })
  const systemCards = useLiveSystemCards(show, live.data)
  const query = useShowRankings(show.id, live.data?.revision ?? 0, ofFollowed)
  const pages = query.data?.pages ?? []
  const [first] = pages
  if (!first || !isRead(systemCards)) {
    const { isLoadingError: isError, refetch } = query
    return <NotLoaded what={t('board.what-board')} query={{ isError, refetch }} blocks={[10, '48px']} />
  }
  const rows = withoutRepeats(
    toPointsRows(
      pages.flatMap((page) => page.rows),
      first.followed,
    ),
  )
  if (ofFollowed) return <FollowedTable rows={rows} />
  if (rows.length === 0) return <EmptyState title={t('board.nobody-picked')} />
  const ownRow =
    first.own && user
      ? { player: 'own', userId: user.id, name: user.display_name, isOwn: true, ...first.own }
      : null
  const hidden = Math.max(first.players - rows.length, 0)
  return (
    <>
      <PointsTable
        caption={t('board.show-players')}
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

/**
 * The board of a show whose picks are closed, as far as it was scrolled. The name of a deleted user leaves it at once.
 *
 * @param revision of a show that runs; 0 otherwise
 * @param ofFollowed the rows around the current fan and those of followed players
 */
function useShowRankings(
  showId: number,
  revision: number,
  ofFollowed: boolean,
): UseInfiniteQueryResult<InfiniteData<ShowBoard>> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.showBoard(showId, ofFollowed ? 'followed' : 'pages')
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(pageParam !== null && { after: String(pageParam) }),
        ...(ofFollowed && { around: 'me' as const }),
      }
      return request(liveShowEndpoints.getShowBoard, { params: { showId }, query, signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })

  const revisions = query.data?.pages.map((page) => page.revision) ?? []
  const newest = Math.max(revision, ...revisions)
  useRevisionRefetch(
    query,
    revisions.some((held) => held < newest),
  )
  useRefetchWhenScored(showId, queryKey)
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<InfiniteData<ShowBoard>>(
      queryKey,
      (held) => held && { ...held, pages: held.pages.map((page) => withoutPlayers(page, userIds)) },
    ),
  )
  return query
}
