import type { NamedPlayer, PlayerPage, PlayerShow } from '@called-it/shared/contract/players'
import clsx from 'clsx'
import { paths } from '../../lib/paths.ts'
import { usePlayerShows } from '../../lib/shows/player-shows.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PickedLines } from '../../ui/picked-lines.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import styles from './player-page.module.css'
import { usePlayerPicks } from './player-queries.ts'

type PastShowsProps = {
  player: NamedPlayer
  /** Only the current fan sees them. */
  isPrivate: boolean
}

export function PastShows({ player, isPrivate }: PastShowsProps) {
  const { data: shows, isError, refetch } = usePlayerShows(player.id)
  return (
    <Card heading={t('player.past')} note={shows?.length}>
      {isPrivate && <p className="soft small">{t('player.past-private')}</p>}
      {shows ? (
        <Shows shows={shows} player={player} />
      ) : (
        <NotLoaded what={t('player.what-shows')} query={{ isError, refetch }} blocks={[8, '56px']} />
      )}
    </Card>
  )
}

function Shows({ shows, player }: { shows: readonly PlayerShow[]; player: NamedPlayer }) {
  const { first, more } = useFirst(shows, 30, t('player.more-shows'))
  return (
    <>
      <ul className="stack" aria-label={t('player.past')}>
        {first.map(({ show, total, rank, players }) => (
          <li key={show.id}>
            <Disclosure
              title={
                <span className={clsx(styles.show, 'fills row-3')}>
                  <span className="anywhere">
                    {show.venue}{' '}
                    <span className={styles.when}>
                      {[plainDate(show.date), show.location].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className={styles.result}>
                    {total} <small>{t('player.pts')}</small>{' '}
                    <span className={styles.when}>
                      #{formatNumber(rank)} {t('player.of', { players })}
                    </span>
                  </span>
                </span>
              }
            >
              <PlayedCard showId={show.id} userId={player.id} />
            </Disclosure>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function PlayedCard({ showId, userId }: { showId: number; userId: number }) {
  const { data, isError, refetch } = usePlayerPicks(showId, userId)
  return (
    <div className="stack-2">
      {data ? (
        <PickedLines picks={data.picks} />
      ) : (
        <NotLoaded what={t('player.what-picks')} query={{ isError, refetch }} blocks={[3, '1.5rem']} />
      )}
      <div>
        <ButtonLink to={paths.show(showId)}>{t('player.see-show')}</ButtonLink>
      </div>
    </div>
  )
}

export function BestShows({ shows }: { shows: PlayerPage['best_shows'] }) {
  return (
    <Card heading={t('player.best-shows')}>
      <LinkedRows>
        {shows.map(({ show, total, rank, players }) => (
          <LinkedRow key={show.id}>
            <RowLink to={paths.show(show.id)}>{show.venue}</RowLink>
            <b className={styles.points}>
              {total} <small>{t('player.pts')}</small>
            </b>
            <span className="soft small">{plainDate(show.date)}</span>
            <span className="soft small">
              #{formatNumber(rank)} {t('player.of', { players })}
            </span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

/** Songs that were called after a long gap. */
export function RarestSongs({ songs }: { songs: PlayerPage['rarest'] }) {
  return (
    <Card heading={t('player.rarest')}>
      {songs.length === 0 ? (
        <p className="soft">{t('player.rarest-none')}</p>
      ) : (
        <LinkedRows>
          {songs.map(({ song, gap, show }) => (
            <LinkedRow key={song.id}>
              <RowLink to={paths.song(song)}>{song.name}</RowLink>
              <b className={styles.points}>
                <small>{t('player.gap')}</small> {formatNumber(gap)}
              </b>
              <span className="soft small">
                {show.venue}, {plainDate(show.date)}
              </span>
            </LinkedRow>
          ))}
        </LinkedRows>
      )}
    </Card>
  )
}
