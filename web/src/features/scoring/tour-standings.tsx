import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { averageScore } from '@called-it/shared/game/standings'
import { useBoard } from '../../lib/shows/boards.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Glow } from '../../ui/glow.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'

const COLUMNS: readonly TableColumn<LeaderboardEntry>[] = [
  { header: 'rank', cell: ({ rank }) => rank },
  {
    header: 'user',
    isRowHeader: true,
    cell: ({ userId, userName }) => <PlayerLink userId={userId} name={userName} />,
  },
  { header: 'shows', cell: ({ showsParticipated }) => showsParticipated },
  { header: 'score', cell: ({ totalScore }) => <Glow value={totalScore} /> },
  {
    header: 'average score',
    cell: ({ totalScore, showsParticipated }) => (
      <Glow value={averageScore(totalScore, showsParticipated) ?? 0} />
    ),
  },
]

export function TourStandings({ tourId }: { tourId: number }) {
  const { data, isError, refetch } = useBoard(tourId)
  if (!data) return <NotLoaded what="the leaderboard" query={{ isError, refetch }} blocks={[2, '44px']} />
  if (data.leaderboard.length === 0) return <EmptyState title="No scores recorded for this tour yet." />
  return <Table columns={COLUMNS} rows={data.leaderboard} rowKey={({ userId }) => userId} />
}
