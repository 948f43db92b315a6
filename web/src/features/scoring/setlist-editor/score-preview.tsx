import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { counted } from '@called-it/shared/contract/counted'
import type { RunResult } from '@called-it/shared/contract/runs'
import type { HandSetlist } from '@called-it/shared/contract/setlists'
import { countSongs } from '@called-it/shared/game/arranged-sets'
import clsx from 'clsx'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { RunProgress } from '../../../ui/progress.tsx'
import { usePreviewScores } from '../show-run-requests.ts'
import { type EditableSetlist, toHandSetlist } from './editable-setlist.ts'
import styles from './setlist-editor.module.css'
import { useRunsOfShow } from './use-runs-of-show.ts'

type ScorePreviewProps = { show: AdminShow; setlist: EditableSetlist }

export function ScorePreview({ show, setlist }: ScorePreviewProps) {
  const handSetlist = toHandSetlist(setlist)
  const counting = usePreviewScores(show, handSetlist)
  const { open, result: preview } = useRunsOfShow('preview-scores', show.id)
  return (
    <div className={clsx(styles.tool, 'stack-3 apart')}>
      <Button
        busy={counting.isRunning}
        busyText="counting..."
        disabled={countSongs(setlist) === 0 || show.excluded || show.is_open || show.is_cancelled}
        onClick={counting.start}
      >
        preview the scores
      </Button>
      {show.is_open && <p className="soft small">You can preview the scores once picks are closed.</p>}
      {open && <RunProgress run={open} />}
      {preview &&
        (hasSameSongs(preview.setlist, handSetlist) ? (
          <Counts preview={preview} isScored={show.is_scored} />
        ) : (
          <p className="soft small">That preview was for another setlist.</p>
        ))}
    </div>
  )
}

type SongsOnly = Omit<HandSetlist, 'notes'>

/** Notes do not score, so a preview holds for every setlist with the same songs. */
function hasSameSongs(previewed: SongsOnly | null, current: SongsOnly): boolean {
  const songs = ({ set1, set2, encore, further }: SongsOnly) => JSON.stringify([set1, set2, encore, further])
  return previewed !== null && songs(previewed) === songs(current)
}

const number = (count: number) => formatNumber(count)

function Counts({ preview, isScored }: { preview: RunResult<'preview-scores'>; isScored: boolean }) {
  const { predictions, moved, raised, lowered, largestRise, largestFall } = preview
  return (
    <div role="status">
      <p className={styles.count}>
        <strong className="tabular">{number(moved)}</strong>{' '}
        {isScored
          ? `of ${counted(predictions, 'score')} would change`
          : `of ${counted(predictions, 'fan')} would get points`}
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
      {!isScored && moved > 0 && (
        <p className="soft small tabular">{counted(largestRise, 'point')} at most</p>
      )}
    </div>
  )
}
