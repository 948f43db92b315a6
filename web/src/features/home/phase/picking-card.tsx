import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { useIsOnDevice } from '../../../lib/served-view.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { PickedStrip } from '../../../ui/night/pick-tiles.tsx'
import { useShowDraft } from '../builder/draft-store.ts'
import { SubmitButton } from '../builder/submit-button.tsx'
import { usePickShow } from '../shows/use-pick-show.ts'
import { BigNumber, type PhaseCardProps, PhaseStage } from './phase-stage.tsx'

/** The next show, and the fan has no picks for it. */
export function PickingCard({ show, main, isSelected }: PhaseCardProps & { isSelected: boolean }) {
  const left = useCountdown(Date.parse(show.locks_at))
  const draft = useShowDraft(show.id)
  const pickShow = usePickShow()
  const count = countPicks(draft.slots)
  const progress = <span className="tabular">{`${count}/${SLOT_COUNT}`}</span>
  return (
    <PhaseStage
      label={t('home.next-show')}
      above={<span className="tabular">{startInWords(show, useIsOnDevice()) ?? t('home.next-show')}</span>}
      title={show.venue}
      below={show.location}
      number={<BigNumber words={t('home.close-in')}>{left}</BigNumber>}
      tiles={(isSelected || count > 0) && <PickedStrip slots={draft.slots} />}
      actions={
        isSelected ? (
          <SubmitButton showId={show.id} draft={draft}>
            {t('pick.submit')} {progress}
          </SubmitButton>
        ) : (
          <Button variant={main} size="l" onClick={() => pickShow(show)}>
            {t('home.pick-setlist')} {count > 0 && progress}
          </Button>
        )
      }
    />
  )
}
