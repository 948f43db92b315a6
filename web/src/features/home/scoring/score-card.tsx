import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import type { actualSetlist, Breakdown, Standing, showDetails } from '@called-it/shared/contract/scoring'
import { padPicks, type SetName, type Slots } from '@called-it/shared/game/setlist'
import { SLOT_OF_CATEGORY } from '@called-it/shared/game/shared-slots'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { CategoryRows } from '../../../ui/category-rows.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { StageScore } from '../../../ui/night/stage-score.tsx'
import type { PickedSong } from '../builder/draft-store.ts'
import { OwnCorrections } from './own-corrections.tsx'
import { hitAt, PlayedSets, ScoredPicks } from './score-sets.tsx'
import { ScoreTitle } from './score-title.tsx'
import styles from './scoring.module.css'

type ScoreCardProps = {
  breakdown: Breakdown
  actualSetlist: z.output<typeof actualSetlist>
  picks: Slots<PickedSong>
  showDetails?: z.output<typeof showDetails> | null | undefined
  standing?: Standing | null | undefined
  corrections?: readonly OwnCorrection[]
  notes: ReactNode
  isTest?: boolean | undefined
  /** On the stage. */
  actions?: ReactNode
  onClose: () => void
}

export function ScoreCard({
  breakdown,
  actualSetlist,
  picks,
  showDetails,
  standing = null,
  corrections = [],
  notes,
  isTest,
  actions,
  onClose,
}: ScoreCardProps) {
  const { set1, set2, encore, further } = actualSetlist
  const played = [set1, set2, encore, ...further.map(({ entries }) => entries)].flat().length
  return (
    <>
      {showDetails && (
        <p className={clsx(styles.details, 'soft small')}>
          {[longDate(showDetails.date), showDetails.venue, showDetails.location].filter(Boolean).join(' · ')}
        </p>
      )}
      <StageScore
        label="score"
        head={<ScoreTitle isTest={isTest} />}
        total={breakdown.totalScore}
        unit={breakdown.totalScore === 1 ? 'point' : 'points'}
        standing={standing}
        slots={slotsOf(picks, breakdown)}
      >
        {actions}
      </StageScore>
      <div className={clsx(styles.subheading, 'spread')}>
        <h3>Score Breakdown</h3>
        <span className="soft small tabular">
          {breakdown.details.length} of {played} called
        </span>
      </div>
      <CategoryRows breakdown={breakdown} />
      <Disclosure title="your predictions" defaultOpen>
        <ScoredPicks picks={picks} breakdown={breakdown} />
      </Disclosure>
      <Disclosure title="actual setlist" defaultOpen>
        <PlayedSets setlist={actualSetlist} />
      </Disclosure>
      <OwnCorrections corrections={corrections} />
      <Disclosure title="show notes">{notes}</Disclosure>
      <Button wide className={styles.back} onClick={onClose}>
        Back to Setlist
      </Button>
    </>
  )
}

function slotsOf(picks: Slots<PickedSong>, breakdown: Breakdown) {
  const padded = padPicks(picks)
  const slotsIn = (set: SetName) =>
    padded[set].map((song, index) => {
      const hit = hitAt(breakdown, set, index + 1)
      return hit ? SLOT_OF_CATEGORY[hit.reason] : song ? 'missed' : 'empty'
    })
  return { set1: slotsIn('set1'), set2: slotsIn('set2'), encore: slotsIn('encore') }
}
