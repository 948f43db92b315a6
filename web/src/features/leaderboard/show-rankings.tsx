import type { Show } from '@called-it/shared/contract/shows'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import clsx from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { plainDate } from '../../lib/shows/show-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './board-picker.module.css'
import { PickMenu } from './pick-menu.tsx'
import { useThisShow } from './use-this-show.ts'

type ShowRankingsProps = {
  /** Null: tonight's, else the last one. */
  showId: number | null
  onChoose: (showId: number) => void
  /** The board of a show whose picks are closed. */
  children: (show: Show) => ReactNode
}

export function ShowRankings({ showId, onChoose, children }: ShowRankingsProps) {
  const { shows, show, isPending, isError, retry } = useThisShow(showId)
  if (isPending || isError) {
    return (
      <NotLoaded what="the shows" query={{ isError, refetch: retry }}>
        <Skeleton width="9rem" height="44px" shape="pill" />
      </NotLoaded>
    )
  }
  if (shows.length === 0 && !show) {
    return <EmptyState title="No shows available.">Each show gets a board once its picks close.</EmptyState>
  }
  return (
    <>
      <div className={clsx(styles.picker, 'row wraps')}>
        <PickMenu
          label="pick a show"
          choices={shows.map(({ id, venue, showdate }) => ({ id, name: `${venue}, ${plainDate(showdate)}` }))}
          onChoose={onChoose}
        />
        {show && (
          <div className="fills anywhere">
            <h2>{show.venue}</h2>
            <p className="soft small">
              {plainDate(show.showdate)}
              {STATES[show.phase]}
            </p>
          </div>
        )}
      </div>
      {show ? (
        <Fragment key={show.id}>{secretOf(show) ?? children(show)}</Fragment>
      ) : (
        <EmptyState title="Select a show to see its board" />
      )}
    </>
  )
}

const STATES: Record<ShowPhase, string> = {
  open: '',
  locked: ', as it stands',
  live: ', as it stands',
  ended: ', as it stands',
  final: ', final',
  cancelled: '',
}

/** In place of a board; null for a show that has one. */
function secretOf({ phase }: Show): ReactNode {
  if (phase === 'open') {
    return <EmptyState title="All picks are secret for now.">The board opens once they close.</EmptyState>
  }
  return phase === 'cancelled' ? <EmptyState title="This show is cancelled." /> : null
}
