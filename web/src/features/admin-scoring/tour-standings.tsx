import { averageScore } from '@called-it/shared/game/standings'
import { useBoard } from '../../lib/boards.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Glow } from '../../ui/glow.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './admin-scoring.module.css'

/** A tour's board as admins read it, with the average of each player. */
export function TourStandings({ tourId }: { tourId: number }) {
  const { data, isPending, isError, refetch } = useBoard(tourId)
  if (isPending) {
    return (
      <Loading label="Loading leaderboard..." className={styles.shows}>
        <Skeleton height="44px" shape="block" />
        <Skeleton height="44px" shape="block" />
      </Loading>
    )
  }
  if (isError) {
    return (
      <EmptyState
        drawing="unplugged"
        title="The leaderboard could not be loaded."
        action={<Button onClick={() => void refetch()}>try again</Button>}
      />
    )
  }
  if (data.leaderboard.length === 0) return <EmptyState title="No scores recorded for this tour yet." />
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">rank</th>
          <th scope="col">user</th>
          <th scope="col">shows</th>
          <th scope="col">score</th>
          <th scope="col">average score</th>
        </tr>
      </thead>
      <tbody>
        {data.leaderboard.map((row) => (
          <tr key={row.userId}>
            <td>{row.rank}</td>
            <th scope="row">{row.userName}</th>
            <td>{row.showsParticipated}</td>
            <td>
              <Glow value={row.totalScore} />
            </td>
            <td>
              <Glow value={averageScore(row.totalScore, row.showsParticipated) ?? 0} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
