import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import type { actualSetlist, Breakdown, showDetails } from '@called-it/shared/contract/scoring'
import type { Slots } from '@called-it/shared/game/setlist'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { CategoryRows } from '../../../ui/category-rows.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Glow } from '../../../ui/glow.tsx'
import type { PickedSong } from '../builder/draft-store.ts'
import { OwnCorrections } from './own-corrections.tsx'
import { PlayedSets, ScoredPicks } from './score-sets.tsx'
import { ScoreTitle } from './score-title.tsx'
import styles from './scoring.module.css'

type ScoreCardProps = {
  breakdown: Breakdown
  actualSetlist: z.output<typeof actualSetlist>
  picks: Slots<PickedSong>
  showDetails?: z.output<typeof showDetails> | null | undefined
  corrections?: readonly OwnCorrection[]
  notes: ReactNode
  isTest?: boolean | undefined
  onClose: () => void
}

export function ScoreCard({
  breakdown,
  actualSetlist,
  picks,
  showDetails,
  corrections = [],
  notes,
  isTest,
  onClose,
}: ScoreCardProps) {
  return (
    <>
      <ScoreTitle isTest={isTest} onClose={onClose} />
      {showDetails && (
        <p className="soft small">
          {[longDate(showDetails.date), showDetails.venue, showDetails.location].filter(Boolean).join(' · ')}
        </p>
      )}
      <p className={styles.totalScore} data-testid="total-score">
        <Glow value={breakdown.totalScore} />
        <span className={styles.unit}>pts</span>
      </p>
      <h3 className={styles.subheading}>Score Breakdown</h3>
      <CategoryRows breakdown={breakdown} />
      <OwnCorrections corrections={corrections} />
      <Disclosure title="your predictions" defaultOpen>
        <ScoredPicks picks={picks} breakdown={breakdown} />
      </Disclosure>
      <Disclosure title="actual setlist" defaultOpen>
        <PlayedSets setlist={actualSetlist} />
      </Disclosure>
      <Disclosure title="show notes">{notes}</Disclosure>
      <Button wide className={styles.back} onClick={onClose}>
        Back to Setlist
      </Button>
    </>
  )
}
