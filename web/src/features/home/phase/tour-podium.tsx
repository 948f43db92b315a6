import { useBoard } from '../../../lib/shows/boards.ts'
import { Card } from '../../../ui/card.tsx'
import { PlayerLink } from '../../../ui/player-link.tsx'
import styles from './phase-stage.module.css'

const STEPS = 3

/** Who leads the tour of the last show. */
export function TourPodium({ tourId }: { tourId: number }) {
  const rows = useBoard(tourId).data?.leaderboard.slice(0, STEPS) ?? []
  if (rows.length === 0) return null
  return (
    <Card heading="podium">
      <ol className={styles.songs}>
        {rows.map(({ rank, userId, userName, totalScore }) => (
          <li key={userId} className={styles.song}>
            <span>
              <b>{rank}</b> <PlayerLink userId={userId} name={userName} />
            </span>
            <b className="tabular">{totalScore.toLocaleString('en-US')}</b>
          </li>
        ))}
      </ol>
    </Card>
  )
}
