import { adminSongEndpoints } from '@called-it/shared/contract/admin-songs'
import { counted } from '@called-it/shared/contract/counted'
import type { RunResult } from '@called-it/shared/contract/runs'
import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { isOpenRun, useRuns } from '../../lib/api/runs.ts'
import { useRunRequest } from '../../lib/api/use-run-request.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { RunProgress } from '../../ui/progress.tsx'
import styles from './song-catalogue.module.css'

type MovedShow = RunResult<'preview-merge'>['shows'][number]
type MergeStepsProps = {
  song: { id: number }
  into: { id: number } | null
  /** Labels of the buttons that count and that confirm; the number of shows follows. */
  labels: { count: string; confirm: string }
  more?: (isRunning: boolean) => ReactNode
}

/** Counts what a merge, or its end with null, would change; then asks for it. */
export function MergeSteps({ song, into, labels, more }: MergeStepsProps) {
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
    failed: { title: 'The scores were not counted', fallback: 'The scores could not be counted.' },
  })
  const merging = useRunRequest(adminSongEndpoints.mergeSong, {
    input,
    done: ({ message }) => {
      setShows(null)
      void queryClient.refetchQueries({ queryKey: queryKeys.adminSongs, type: 'active' })
      return { title: into ? 'Songs merged' : 'Merge undone', description: message }
    },
    failed: { title: 'The song was not changed', fallback: 'The song could not be changed.' },
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
          busyText="counting..."
          onClick={counting.start}
        >
          {shows ? 'count again' : labels.count}
        </Button>
        {/* Not where the first button was: a double click must not confirm what nobody has read. */}
        {shows && (
          <Button
            ref={passFocusOn}
            variant="main"
            busy={merging.isRunning}
            busyText="merging..."
            onClick={merging.start}
          >
            {confirmLabel(labels.confirm, shows.length)}
          </Button>
        )}
        {more?.(merging.isRunning)}
      </div>
      {open && <RunProgress run={open} />}
    </>
  )
}

function confirmLabel(action: string, shows: number): string {
  return shows === 0 ? `${action} now` : `${action} and score ${counted(shows, 'show')} again`
}

function MovedShows({ shows }: { shows: readonly MovedShow[] }) {
  return (
    <div role="status" className="stack-3">
      <p>
        {shows.length === 0
          ? 'No score would change.'
          : `The scores of ${counted(shows.length, 'show')} would change:`}
      </p>
      <ul aria-label="shows whose scores would change" className="stack-2 anywhere">
        {shows.map(({ id, date, venue, predictions, scores }) => (
          <li key={id}>
            {plainDate(date)}, {venue}{' '}
            <span className={clsx(styles.count, 'soft small tabular')}>
              {scores} of {counted(predictions, 'score')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
