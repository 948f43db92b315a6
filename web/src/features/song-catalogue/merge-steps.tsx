import { adminSongEndpoints } from '@called-it/shared/contract/admin-songs'
import type { RunResult } from '@called-it/shared/contract/runs'
import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { isOpenRun, useRuns } from '../../lib/api/runs.ts'
import { useRunRequest } from '../../lib/api/use-run-request.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { RunProgress } from '../../ui/progress.tsx'
import styles from './song-catalogue.module.css'

type MovedShow = RunResult<'preview-merge'>['shows'][number]
type MergeStepsProps = {
  song: { id: number }
  into: { id: number } | null
  /** As the buttons call it. */
  action: 'merge' | 'undo' | 'accept'
  more?: (isRunning: boolean) => ReactNode
}

/** Counts what a merge, or its end with null, would change; then asks for it. */
export function MergeSteps({ song, into, action, more }: MergeStepsProps) {
  const queryClient = useQueryClient()
  const [shows, setShows] = useState<readonly MovedShow[] | null>(null)
  const { data } = useRuns()
  const input = { params: { songId: song.id }, body: { into: into?.id ?? null } }
  const counting = useRunRequest(adminSongEndpoints.previewMerge, {
    input,
    done: (result) => {
      setShows(result.shows)
      return null
    },
    failed: { title: t('songs.not-counted'), fallback: t('songs.count-why') },
  })
  const merging = useRunRequest(adminSongEndpoints.mergeSong, {
    input,
    done: ({ message }) => {
      setShows(null)
      void queryClient.refetchQueries({ queryKey: queryKeys.adminSongs, type: 'active' })
      return { title: into ? t('songs.merged') : t('songs.unmerged'), description: message }
    },
    failed: { title: t('songs.not-changed'), fallback: t('songs.change-why') },
  })
  const open = data?.runs.find(
    (run) => [`merge:${song.id}`, `merge-preview:${song.id}`].includes(run.subject) && isOpenRun(run),
  )
  return (
    <>
      {shows && <MovedShows shows={shows} />}
      <div className="buttons">
        <Button
          variant={shows ? 'quiet' : 'plain'}
          busy={counting.isRunning}
          busyText={t('songs.counting')}
          onClick={counting.start}
        >
          {shows ? t('songs.count-again') : t('songs.count', { action })}
        </Button>
        {/* Not where the first button was: a double click must not confirm what nobody has read. */}
        {shows && (
          <Button
            ref={passFocusOn}
            variant="main"
            busy={merging.isRunning}
            busyText={t('songs.merging')}
            onClick={merging.start}
          >
            {shows.length === 0
              ? t('songs.do-now', { action })
              : t('songs.do-rescore', { action, shows: shows.length })}
          </Button>
        )}
        {more?.(merging.isRunning)}
      </div>
      {open && <RunProgress run={open} />}
    </>
  )
}

function MovedShows({ shows }: { shows: readonly MovedShow[] }) {
  return (
    <div role="status" className="stack-3">
      <p>{shows.length === 0 ? t('songs.no-moves') : t('songs.moves', { shows: shows.length })}</p>
      <ul aria-label={t('songs.moved-shows')} className="stack-2 anywhere">
        {shows.map(({ id, date, venue, predictions, scores }) => (
          <li key={id}>
            {plainDate(date)}, {venue}{' '}
            <span className={clsx(styles.count, 'soft small tabular')}>
              {t('songs.of-scores', { scores: String(scores), predictions })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
