import type { Show } from '@called-it/shared/contract/shows'
import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { Check } from 'lucide-react'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { PickedStrip } from '../../../ui/night/pick-tiles.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import { usePickShow } from '../shows/use-pick-show.ts'
import styles from './phase-stage.module.css'
import { BigNumber, PhaseStage } from './phase-stage.tsx'

/** The picks for the next show are in: nothing to do. */
export function PickedCard({ show }: { show: Show }) {
  const left = useCountdown(Date.parse(show.locks_at))
  const { data: prediction } = useCurrentUserPrediction(show.id)
  const pickShow = usePickShow()
  return (
    <PhaseStage
      label={t('home.next-show')}
      lit={false}
      above={
        <>
          <span className={styles.done}>
            <Check aria-hidden size={16} /> {t('home.picks-in')}
          </span>
          {prediction && (
            <span className="tabular">
              {t('home.of', { part: countPicks(prediction.setlist), all: SLOT_COUNT })}
            </span>
          )}
        </>
      }
      title={show.venue}
      below={<span className="tabular">{startInWords(show) ?? show.location}</span>}
      number={<BigNumber words={t('home.close-in')}>{left}</BigNumber>}
      tiles={prediction && <PickedStrip slots={prediction.setlist} />}
      actions={
        <>
          <Button size="l" onClick={() => pickShow(show)}>
            {t('home.edit-picks')}
          </Button>
          <ShareButton size="l" showId={show.id}>
            {t('home.im-in')}
          </ShareButton>
        </>
      }
    />
  )
}
