import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { useSetlist } from '../../../lib/shows/use-setlist.ts'
import { t } from '../../../lib/words/texts.ts'
import { Dialog } from '../../../ui/dialogs.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { dismissFailure, toastFailure } from '../../../ui/toast.ts'
import { CarouselArrows } from '../carousel/carousel.tsx'
import styles from './setlist-dialog.module.css'

const SCROLLER = clsx(styles.paper, 'scroll-area')

type SetlistDialogProps = {
  shows: readonly Show[]
  openedId: number | null
  onOpen: (showId: number | null) => void
}

export function SetlistDialog({ shows, openedId, onOpen }: SetlistDialogProps) {
  const index = shows.findIndex(({ id }) => id === openedId)
  const show = useLast(shows[index])
  const open = index >= 0
  const turnTo = (index: number) => onOpen(shows.at(index % shows.length)?.id ?? null)
  useArrowKeys(open, (step) => turnTo(index + step))

  if (!show) return null
  return (
    <Dialog
      title={t('home.setlist-for', { date: plainDate(show.showdate) })}
      description={[show.venue, show.location].filter(Boolean).join(' · ')}
      open={open}
      onOpenChange={(stays) => !stays && onOpen(null)}
      footer={
        <div className={clsx(styles.turn, 'row')}>
          <CarouselArrows slides="show" index={index} count={shows.length} onTurn={turnTo}>
            <p role="status" className={styles.place}>
              {index + 1} / {shows.length}{' '}
              <span className="visually-hidden">
                {plainDate(show.showdate)}, {show.venue}
              </span>
            </p>
          </CarouselArrows>
        </div>
      }
    >
      <SetlistText key={show.id} showId={show.id} />
    </Dialog>
  )
}

/** Keeps the last show, so that the dialog keeps its text while it closes. */
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
    if (errorUpdateCount > 0) toastFailure(t('home.setlist-failed'), t('home.setlist-error'))
  }, [errorUpdateCount])
  useEffect(() => {
    if (data) dismissFailure('success')
  }, [data])

  if (data) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className={SCROLLER} aria-label={t('home.setlist')} tabIndex={0}>
        <p className={styles.text}>{data.setlistdata}</p>
        {data.setlistnotes && (
          <>
            <h3 className={styles.notes}>{t('home.notes')}</h3>
            <p className={styles.text}>{data.setlistnotes}</p>
          </>
        )}
      </section>
    )
  }
  if (isError) {
    return (
      <div className={styles.paper}>
        <LoadFailed title={t('home.setlist-failed')} onRetry={refetch}>
          {t('home.setlist-error')}
        </LoadFailed>
      </div>
    )
  }
  return (
    <div role="status" className={styles.paper}>
      <p className="soft">{t('home.setlist-loads')}</p>
      <Skeleton width="92%" />
      <Skeleton width="78%" />
      <Skeleton width="85%" />
      <Skeleton width="40%" />
    </div>
  )
}
