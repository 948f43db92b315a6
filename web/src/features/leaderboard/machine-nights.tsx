import type { MachineNight } from '@called-it/shared/contract/chances'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { useChances } from '../../lib/shows/chances.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { useUpcomingShows } from '../../lib/shows/use-shows.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import styles from './machine-nights.module.css'
import { useMachineNights } from './system-queries.ts'

/** Every night of the machine, and who beat it. */
export function MachineNights() {
  const { data: nights, isError, refetch } = useMachineNights()
  return (
    <>
      <Card heading={t('board.machine')}>
        <p className={styles.words}>{t('board.machine-words')}</p>
        <Disclosure title={t('board.how')}>
          <ul className={styles.sentences}>
            <li>{t('board.how-chances')}</li>
            <li>{t('board.how-picks')}</li>
            <li>{t('board.how-methods')}</li>
            <MethodInUse />
            <li>{t('board.how-hidden')}</li>
            <li>{t('board.how-scores')}</li>
          </ul>
        </Disclosure>
      </Card>
      <Card heading={t('board.every-night')} note={nights?.length}>
        {nights ? (
          <Nights nights={nights} />
        ) : (
          <NotLoaded what={t('board.what-nights')} query={{ isError, refetch }} blocks={[8, '88px']} />
        )}
      </Card>
    </>
  )
}

/** That of the next show's chances. */
function MethodInUse() {
  const next = useUpcomingShows().data?.[0]
  const chances = useChances(next?.id ?? null)
  return chances && <li>{t('board.method', { method: chances.method })}</li>
}

function Nights({ nights }: { nights: readonly MachineNight[] }) {
  const { first, more } = useFirst(nights, 50, t('board.more-nights'))
  if (nights.length === 0) {
    return (
      <EmptyState
        title={t('board.no-nights')}
        action={<ButtonLink to={paths.home}>{t('board.see-shows')}</ButtonLink>}
      >
        {t('board.no-nights-why')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="stack" aria-label={t('board.nights')}>
        {first.map((night) => (
          <Night key={night.show.id} night={night} />
        ))}
      </ul>
      {more}
    </>
  )
}

function Night({ night: { show, total, beaten_by, players, best } }: { night: MachineNight }) {
  const isScored = total !== null && beaten_by !== null
  return (
    <li className={styles.night}>
      <b className={styles.total}>
        {isScored ? total : <span aria-hidden>?</span>} {isScored && <small>{t('board.pts')}</small>}
      </b>
      <div>
        <Link to={paths.show(show.id)} className={styles.venue}>
          {show.venue}
        </Link>
        <p className="soft small">{[plainDate(show.date), show.location].filter(Boolean).join(' · ')}</p>
      </div>
      {isScored ? (
        <div className={styles.outcome}>
          <p>{t('board.beaten', { beaten: beaten_by, players })}</p>
          {best.length > 0 && (
            <p className="soft small">
              <Rich
                id="board.best"
                players={best.map(({ id, display_name, total: points }, index) => (
                  <Fragment key={id}>
                    {index > 0 && ', '}
                    <PlayerLink userId={id} name={display_name} /> {points}
                  </Fragment>
                ))}
              />
            </p>
          )}
        </div>
      ) : (
        <p className={styles.outcome}>{t('board.its-secret')}</p>
      )}
    </li>
  )
}
