import type { actualSetlist, Breakdown, showDetails } from '@called-it/shared/contract/scoring'
import type { Slots } from '@called-it/shared/game/setlist'
import { X } from 'lucide-react'
import type { z } from 'zod'
import { longDate } from '../../../lib/shows/show-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Glow } from '../../../ui/glow.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { PickedSong } from '../builder/draft-store.ts'
import { BreakdownRows } from './breakdown-rows.tsx'
import { PlayedSets, ScoredPicks } from './score-sets.tsx'
import styles from './scoring.module.css'

type ScoreCardProps = {
  breakdown: Breakdown
  actualSetlist: z.output<typeof actualSetlist>
  picks: Slots<PickedSong>
  showDetails: z.output<typeof showDetails> | null
  isTest?: boolean
  onClose: () => void
}

export function ScoreCard({
  breakdown,
  actualSetlist,
  picks,
  showDetails,
  isTest = false,
  onClose,
}: ScoreCardProps) {
  return (
    <Card
      heading="score"
      note={showDetails && `${longDate(showDetails.date)} · ${showDetails.venue}`}
      aside={
        <>
          {isTest && <Badge tone="light">TEST SCORE</Badge>}
          <IconButton label="close" look="bare" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </>
      }
    >
      {showDetails && <p className="soft small">{showDetails.location}</p>}
      <p className={styles.totalScore} data-testid="total-score">
        <Glow value={breakdown.totalScore} />
        <span className={styles.unit}>pts</span>
      </p>
      <h3 className={styles.subheading}>Score Breakdown</h3>
      <BreakdownRows breakdown={breakdown} />
      <Disclosure title="your predictions" defaultOpen>
        <ScoredPicks picks={picks} breakdown={breakdown} />
      </Disclosure>
      <Disclosure title="actual setlist" defaultOpen>
        <PlayedSets setlist={actualSetlist} />
      </Disclosure>
      {isTest && (
        <Disclosure title="show notes">
          <p>This is a test score using a sample setlist.</p>
        </Disclosure>
      )}
      <Button wide className={styles.back} onClick={onClose}>
        Back to Setlist
      </Button>
    </Card>
  )
}
