import type { Run, RunResult } from '@called-it/shared/contract/runs'
import { Button } from '../../../ui/button.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import styles from './desk.module.css'

type ScorePreviewProps = {
  /** What was counted last; null before. */
  preview: RunResult<'preview-scores'> | null
  /** Whether it was counted against what is on the desk now. */
  isOfDesk: boolean
  openRun: Run | null
  isCounting: boolean
  canCount: boolean
  isScored: boolean
  onCount: () => void
}

/** How many scores the setlist on the desk would move, before anything is saved. */
export function ScorePreview(props: ScorePreviewProps) {
  const { preview, isOfDesk, openRun, isCounting, canCount, isScored, onCount } = props
  return (
    <div className={styles.preview}>
      <Button busy={isCounting} busyText="counting..." disabled={!canCount} onClick={onCount}>
        what would move?
      </Button>
      {openRun && <RunProgress run={openRun} />}
      {preview && isOfDesk && <Figures preview={preview} isScored={isScored} />}
      {preview && !isOfDesk && (
        <p className="soft small">The last count was for another setlist than the one on the desk.</p>
      )}
    </div>
  )
}

const number = (count: number) => count.toLocaleString('en-US')

function Figures({ preview, isScored }: { preview: RunResult<'preview-scores'>; isScored: boolean }) {
  const { predictions, moved, raised, lowered, largestRise, largestFall } = preview
  return (
    <div role="status">
      <p className={styles.figure}>
        <strong className="tabular">{number(moved)}</strong>{' '}
        {isScored
          ? `of ${number(predictions)} scores would move`
          : `of ${number(predictions)} predictions would get points`}
      </p>
      {isScored && moved > 0 && (
        <p className="soft small tabular">
          {[
            raised > 0 && `${number(raised)} up, by ${largestRise} at most`,
            lowered > 0 && `${number(lowered)} down, by ${largestFall} at most`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {!isScored && moved > 0 && <p className="soft small tabular">{largestRise} points at most</p>}
    </div>
  )
}
