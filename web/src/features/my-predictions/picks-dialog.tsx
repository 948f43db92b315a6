import type { Prediction } from '@called-it/shared/contract/predictions'
import { countSet, SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { filledSlots } from '../../lib/shows/filled-slots.ts'
import { SET_LABELS } from '../../lib/shows/set-labels.ts'
import { Dialog } from '../../ui/dialogs.tsx'
import { Glow } from '../../ui/glow.tsx'
import { SetHue } from '../../ui/hue.tsx'
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
          <span className={styles.unscored}>not scored yet</span>
        ) : (
          <>
            <span className={styles.label}>score</span>{' '}
            <b className={styles.points}>
              <Glow value={pick.score} />
            </b>{' '}
            pts
          </>
        )}
      </p>
      <div className={styles.sets}>
        {SET_NAMES.map((set) => (
          <PickedSet key={set} set={set} songs={pick.setlist[set]} count={countSet(pick.setlist, set)} />
        ))}
      </div>
    </Dialog>
  )
}

type PickedSetProps = {
  set: SetName
  songs: Prediction['setlist'][SetName]
  count: number
}

/** Numbered by slot, because positions score. */
function PickedSet({ set, songs, count }: PickedSetProps) {
  return (
    <SetHue set={set}>
      <h3 className={styles.name}>
        {SET_LABELS[set]}{' '}
        {count > 0 && (
          <small className={styles.count}>
            {count} of {songs.length}
          </small>
        )}
      </h3>
      {count === 0 ? (
        <p className={styles.none}>No songs selected</p>
      ) : (
        <ol className={styles.songs}>
          {filledSlots(songs).map(({ position, name }) => (
            <li key={position} value={position} className={styles.song}>
              <span aria-hidden className={styles.position}>
                {position}
              </span>
              {name}
            </li>
          ))}
        </ol>
      )}
    </SetHue>
  )
}
