import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
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
      <NotLoaded what={t('board.what-shows')} query={{ isError, refetch: retry }}>
        <Skeleton width="9rem" height="44px" shape="pill" />
      </NotLoaded>
    )
  }
  if (shows.length === 0 && !show) {
    return <EmptyState title={t('board.no-shows')}>{t('board.no-shows-why')}</EmptyState>
  }
  return (
    <>
      <div className={clsx(styles.picker, 'row wraps')}>
        <PickMenu
          label={t('board.pick-show')}
          choices={shows.map(({ id, venue, showdate }) => ({ id, name: `${venue}, ${plainDate(showdate)}` }))}
          onChoose={onChoose}
        />
        {show && (
          <div className="fills anywhere">
            <h2>{show.venue}</h2>
            <p className="soft small">
              {t('board.show-state', { phase: show.phase, date: plainDate(show.showdate) })}
            </p>
          </div>
        )}
      </div>
      {show ? (
        <Fragment key={show.id}>{secretOf(show) ?? children(show)}</Fragment>
      ) : (
        <EmptyState title={t('board.choose-show')} />
      )}
    </>
  )
}

/** In place of a board; null for a show that has one. */
function secretOf({ phase }: Show): ReactNode {
  if (phase === 'open') {
    return <EmptyState title={t('board.secret')}>{t('board.secret-why')}</EmptyState>
  }
  return phase === 'cancelled' ? <EmptyState title={t('board.cancelled')} /> : null
}
