import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { RunResult } from '@called-it/shared/contract/runs'
import type { HandSetlist } from '@called-it/shared/contract/setlists'
import { countSongs } from '@called-it/shared/game/arranged-sets'
import clsx from 'clsx'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
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
        busyText={t('setlist.counting')}
        disabled={countSongs(setlist) === 0 || show.excluded || show.is_open || show.is_cancelled}
        onClick={counting.start}
      >
        {t('setlist.preview')}
      </Button>
      {show.is_open && <p className="soft small">{t('setlist.preview-when')}</p>}
      {open && <RunProgress run={open} />}
      {preview &&
        (hasSameSongs(preview.setlist, handSetlist) ? (
          <Counts preview={preview} isScored={show.is_scored} />
        ) : (
          <p className="soft small">{t('setlist.old-preview')}</p>
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

function Counts({ preview, isScored }: { preview: RunResult<'preview-scores'>; isScored: boolean }) {
  const { predictions, moved, raised, lowered, largestRise, largestFall } = preview
  return (
    <div role="status">
      <p className={styles.count}>
        <Rich
          id={isScored ? 'setlist.would-change' : 'setlist.would-score'}
          moved={moved}
          predictions={predictions}
          count={(words) => <strong className="tabular">{words}</strong>}
        />
      </p>
      {isScored && moved > 0 && (
        <p className="soft small tabular">
          {[
            raised > 0 && t('setlist.up', { count: raised, most: largestRise }),
            lowered > 0 && t('setlist.down', { count: lowered, most: largestFall }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {!isScored && moved > 0 && (
        <p className="soft small tabular">{t('setlist.at-most', { points: largestRise })}</p>
      )}
    </div>
  )
}
