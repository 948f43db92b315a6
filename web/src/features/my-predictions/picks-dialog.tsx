import type { Prediction } from '@called-it/shared/contract/predictions'
import { countSet } from '@called-it/shared/game/setlist'
import { t } from '../../lib/words/texts.ts'
import { Dialog } from '../../ui/dialogs.tsx'
import { Glow } from '../../ui/glow.tsx'
import { PickedSets } from '../../ui/picked-sets.tsx'
import styles from './picks-dialog.module.css'

type PicksDialogProps = {
  pick: Pick<Prediction, 'score' | 'setlist'>
  title: string
  description: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PicksDialog({ pick, ...dialog }: PicksDialogProps) {
  return (
    <Dialog {...dialog} size="l">
      <p className={styles.score}>
        {pick.score === null ? (
          <span className={styles.unscored}>{t('mine.unscored')}</span>
        ) : (
          <>
            <span className={styles.label}>{t('mine.score')}</span>{' '}
            <b className={styles.points}>
              <Glow value={pick.score} />
            </b>{' '}
            {t('mine.pts')}
          </>
        )}
      </p>
      <PickedSets
        picks={pick.setlist}
        className={styles.sets}
        note={(set) => <Count count={countSet(pick.setlist, set)} of={pick.setlist[set].length} />}
      />
    </Dialog>
  )
}

function Count({ count, of }: { count: number; of: number }) {
  if (count === 0) return null
  return <small className={styles.count}>{t('mine.count-of', { count, all: of })}</small>
}
