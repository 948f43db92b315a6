import type { Show } from '@called-it/shared/contract/shows'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { plainDate } from '../../lib/shows/show-date.ts'
import { useLiveShows, useRecentShows, useShow } from '../../lib/shows/use-shows.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './board-picker.module.css'
import { ShowStandings } from './show-standings.tsx'

type ShowRankingsProps = {
  /** Null: tonight's, else the last one. */
  showId: number | null
  onChoose: (showId: number) => void
}

export function ShowRankings({ showId, onChoose }: ShowRankingsProps) {
  const tonight = useLiveShows()
  const recent = useRecentShows()
  const shows = withoutRepeats([...(tonight.data ?? []), ...(recent.data ?? [])])
  const listed = showId === null ? shows[0] : shows.find(({ id }) => id === showId)
  const older = useShow(listed ? null : showId)
  const show = listed ?? older.data

  if (tonight.isPending || recent.isPending || (!show && older.isLoading)) {
    return (
      <Loading label="Loading shows...">
        <Skeleton width="9rem" height="44px" shape="pill" />
      </Loading>
    )
  }
  if (shows.length === 0 && (tonight.isError || recent.isError)) {
    const retry = () => Promise.all([tonight.refetch(), recent.refetch()])
    return <LoadFailed title="The shows could not be loaded." onRetry={retry} />
  }
  if (shows.length === 0 && !show) {
    return <EmptyState title="No shows available.">Each show gets a board once its picks close.</EmptyState>
  }
  return (
    <>
      <div className={clsx(styles.picker, 'row wraps')}>
        <Menu
          trigger={
            <Button>
              pick a show <ChevronDown aria-hidden />
            </Button>
          }
        >
          {shows.map(({ id, venue, showdate }) => (
            <MenuItem key={id} onSelect={() => onChoose(id)}>
              {venue}, {plainDate(showdate)}
            </MenuItem>
          ))}
        </Menu>
        {show && (
          <div>
            <h2>{show.venue}</h2>
            <p className="soft small">
              {plainDate(show.showdate)}
              {STATES[show.phase]}
            </p>
          </div>
        )}
      </div>
      {show ? (
        <BoardOfShow key={show.id} show={show} />
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

function BoardOfShow({ show }: { show: Show }) {
  if (show.phase === 'open') {
    return <EmptyState title="All picks are secret for now.">The board opens once they close.</EmptyState>
  }
  if (show.phase === 'cancelled') return <EmptyState title="This show is cancelled." />
  return <ShowStandings show={show} />
}

function withoutRepeats(shows: readonly Show[]): Show[] {
  return [...new Map(shows.map((show) => [show.id, show])).values()]
}
