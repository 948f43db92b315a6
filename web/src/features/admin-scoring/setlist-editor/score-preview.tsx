import type { Run, RunResult } from '@called-it/shared/contract/runs'
import { Button } from '../../../ui/button.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import styles from './score-preview.module.css'

type ScorePreviewProps = {
  preview: RunResult<'preview-scores'> | null
  /** Whether the preview was made for the setlist in the editor. */
  isCurrent: boolean
  openRun: Run | null
  isCounting: boolean
  canCount: boolean
  isScored: boolean
  onCount: () => void
}

/** How many scores would change if the setlist in the editor were saved. */
export function ScorePreview(props: ScorePreviewProps) {
  const { preview, isCurrent, openRun, isCounting, canCount, isScored, onCount } = props
  return (
    <div className={styles.preview}>
      <Button busy={isCounting} busyText="counting..." disabled={!canCount} onClick={onCount}>
        what would move?
      </Button>
      {openRun && <RunProgress run={openRun} />}
      {preview && isCurrent && <Counts preview={preview} isScored={isScored} />}
      {preview && !isCurrent && (
        <p className="soft small">The last count was for another setlist than the one on the desk.</p>
      )}
    </div>
  )
}

const number = (count: number) => count.toLocaleString('en-US')

function Counts({ preview, isScored }: { preview: RunResult<'preview-scores'>; isScored: boolean }) {
  const { predictions, moved, raised, lowered, largestRise, largestFall } = preview
  return (
    <div role="status">
      <p className={styles.count}>
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
