import type { Show } from '@called-it/shared/contract/shows'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { useSetlist } from '../../../lib/shows/use-setlist.ts'
import { Dialog } from '../../../ui/dialogs.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import styles from './setlist-dialog.module.css'

const FAILURE = {
  title: 'Failed to load setlist',
  description: 'There was an error loading the setlist. Please try again.',
} as const

type SetlistDialogProps = {
  shows: readonly Show[]
  /** The show whose setlist is open, null while none is. */
  openedId: number | null
  onOpen: (showId: number | null) => void
}

/** What was played at a show; from there to the shows before and after it, in a circle. */
export function SetlistDialog({ shows, openedId, onOpen }: SetlistDialogProps) {
  const index = shows.findIndex(({ id }) => id === openedId)
  const show = useLast(shows[index])
  const open = index >= 0
  const turn = (step: number) => onOpen(shows[(index + step + shows.length) % shows.length]?.id ?? null)
  useArrowKeys(open, turn)

  if (!show) return null
  return (
    <Dialog
      title={`Setlist for ${plainDate(show.showdate)}`}
      description={[show.venue, show.location].filter(Boolean).join(' · ')}
      open={open}
      onOpenChange={(stays) => !stays && onOpen(null)}
      footer={
        <div className={styles.turn}>
          <IconButton label="previous show" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <p role="status" className={styles.place}>
            {index + 1} / {shows.length}
            <span className="visually-hidden">
              {plainDate(show.showdate)}, {show.venue}
            </span>
          </p>
          <IconButton label="next show" onClick={() => turn(1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      }
    >
      <SetlistText key={show.id} showId={show.id} />
    </Dialog>
  )
}

/** The last show that there was, so that a dialog keeps its words while it closes. */
function useLast(show: Show | undefined): Show | undefined {
  const [last, setLast] = useState(show)
  if (show && show !== last) setLast(show)
  return show ?? last
}

function useArrowKeys(active: boolean, turn: (step: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  })
  useEffect(() => {
    if (!active) return
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [active])
}

function SetlistText({ showId }: { showId: number }) {
  const { data, isError, errorUpdateCount, refetch } = useSetlist(showId)
  useEffect(() => {
    if (errorUpdateCount > 0) toast({ ...FAILURE, variant: 'destructive' })
  }, [errorUpdateCount])

  if (data) {
    return (
      // A finger scrolls it, and so must the arrow keys be able to.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls takes the focus
      <section className={styles.paper} aria-label="setlist" tabIndex={0}>
        <p className={styles.text}>{data.setlistdata}</p>
        {data.setlistnotes && (
          <>
            <h3 className={styles.notes}>Notes:</h3>
            <p className={styles.text}>{data.setlistnotes}</p>
          </>
        )}
      </section>
    )
  }
  if (isError) {
    return (
      <div className={styles.paper}>
        <LoadFailed title={FAILURE.title} onRetry={refetch}>
          {FAILURE.description}
        </LoadFailed>
      </div>
    )
  }
  return (
    <div role="status" className={styles.paper}>
      <p className="soft">Loading setlist...</p>
      <Skeleton width="92%" />
      <Skeleton width="78%" />
      <Skeleton width="85%" />
      <Skeleton width="40%" />
    </div>
  )
}
