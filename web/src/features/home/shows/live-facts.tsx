import type { Show } from '@called-it/shared/contract/shows'
import type { ReactNode } from 'react'
import { useOwnCard } from '../../../lib/live/own-card.ts'
import { ownPointsInWords } from '../../../lib/live/own-points.ts'
import { phaseInWords } from '../../../lib/live/phase-in-words.ts'
import { useLiveShow } from '../../../lib/live/use-live-show.ts'
import styles from './tonight-card.module.css'

/** What is being played, and the own points so far. */
export function LiveFacts({ show, fallback }: { show: Show; fallback: ReactNode }) {
  const { data: live } = useLiveShow(show.id)
  const card = useOwnCard(show, live)
  return (
    <div className={styles.state}>
      <p>{phaseInWords(show, live)}</p>
      <p>{card ? <b>{ownPointsInWords(card)}</b> : fallback}</p>
    </div>
  )
}
