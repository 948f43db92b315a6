import { songIdOf } from '@called-it/shared/contract/page-paths'
import type { SongPage as Song } from '@called-it/shared/contract/song-pages'
import { usualGap } from '@called-it/shared/game/usual-gap'
import { listFormat } from '@called-it/shared/languages/formats'
import clsx from 'clsx'
import { Link, Navigate, useParams } from 'react-router-dom'
import { hasCode } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { isSetName, smallSetLabel } from '../../lib/shows/set-labels.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { BigFact, BigFacts } from '../../ui/big-facts.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GapBar } from '../../ui/gap-bar.tsx'
import { hueClass } from '../../ui/hue.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { UnknownPage } from '../../ui/unknown-page.tsx'
import { GapCard, SetShares, YearChart } from './charts.tsx'
import styles from './song-page.module.css'
import { useSongPage } from './song-query.ts'

/** How a song was played, for everybody. */
export function SongPage() {
  const { songKey = '' } = useParams()
  const songId = songIdOf(songKey)
  const { data, error, refetch } = useSongPage(songId)
  if (data) return <LoadedSong key={data.song.id} page={data} songKey={songKey} />
  if (songId === null || hasCode(error, 'song_not_found') || hasCode(error, 'malformed_path')) {
    return <UnknownSong />
  }
  return (
    <Page title={t('song.title')} hasSections>
      <NotLoaded
        what={t('song.what')}
        query={{ isError: Boolean(error), refetch }}
        blocks={[4, '17rem']}
        failsInCard
      />
    </Page>
  )
}

function LoadedSong({ page, songKey }: { page: Song; songKey: string }) {
  const { song } = page
  const isCanonical = songKey === `${song.id}-${song.slug}`
  const isOnDevice = useIsOnDevice()
  return (
    <Page title={song.name} hasSections>
      {!isCanonical && isOnDevice && <Navigate replace to={paths.song(song)} />}
      <SongHead page={page} />
      {page.performances.length > 0 ? <Played page={page} /> : <NotPlayed plays={song.times_played} />}
    </Page>
  )
}

function Played({ page }: { page: Song }) {
  return (
    <>
      <YearChart years={page.years} plays={page.song.times_played} />
      <div className={clsx(styles.columns, 'cards')}>
        <div className={clsx(styles.column, 'cards')}>
          <GapCard gaps={page.gaps} />
          <SetShares sets={page.sets} />
        </div>
        <LastPerformances performances={page.performances} />
        <div className={clsx(styles.column, 'cards')}>
          <Neighbours before={page.before} after={page.after} />
        </div>
        <Venues venues={page.venues} />
      </div>
    </>
  )
}

function NotPlayed({ plays }: { plays: number }) {
  return (
    <Card>
      <EmptyState
        title={t(plays === 0 ? 'song.never-played' : 'song.no-setlist')}
        action={<ButtonLink to={paths.home}>{t('song.see-shows')}</ButtonLink>}
      >
        {t('song.once-played')}
      </EmptyState>
    </Card>
  )
}

function UnknownSong() {
  return (
    <UnknownPage thing="song" title={t('song.unknown')} to={paths.home} label={t('song.home')}>
      {t('song.where-all')}
    </UnknownPage>
  )
}

function LastPerformances({ performances }: Pick<Song, 'performances'>) {
  return (
    <Card heading={t('song.performances')}>
      <LinkedRows>
        {performances.map(({ show, set, position, gap }) => (
          <LinkedRow key={`${show.id} ${set} ${position}`}>
            <span>
              <RowLink to={paths.show(show.id)}>{plainDate(show.date)}</RowLink>
            </span>
            <span className={clsx(styles.set, hueClass(isSetName(set) ? set : 'soft'))}>
              {t('song.placed', { set: smallSetLabel(set), position })}
            </span>
            <span className="soft small">
              {show.venue}
              {show.location && `, ${show.location}`}
            </span>
            <span className="soft small">
              {gap === null ? t('song.first-time') : t('song.gap-of', { gap: formatNumber(gap) })}
            </span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

/** The songs beside it in a set. */
function Neighbours({ before, after }: Pick<Song, 'before' | 'after'>) {
  return (
    <>
      <SongsBeside heading={t('song.before')} songs={before} />
      <SongsBeside heading={t('song.after')} songs={after} />
    </>
  )
}

function SongsBeside({ heading, songs }: { heading: string; songs: Song['before'] }) {
  if (songs.length === 0) return null
  return (
    <Card heading={heading}>
      <LinkedRows>
        {songs.map((song) => (
          <LinkedRow key={song.id}>
            <RowLink to={paths.song(song)}>{song.name}</RowLink>
            <span className="soft small">{t('song.times', { count: song.plays })}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

function Venues({ venues }: Pick<Song, 'venues'>) {
  return (
    <Card heading={t('song.venues')}>
      <LinkedRows>
        {venues.map(({ venue, location, plays }) => (
          <LinkedRow key={`${venue} ${location}`}>
            <span>
              {venue} <span className="soft small">{location}</span>
            </span>
            <span className="soft small">{t('song.plays-count', { count: plays })}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

function SongHead({ page: { song, gaps, performances } }: { page: Song }) {
  const usual = usualGap(gaps)
  const last = performances[0]?.show
  const day = song.last_played ? plainDate(song.last_played) : song.times_played === 0 ? t('song.never') : '–'
  return (
    <Card aria-label={t('song.label')} className={clsx(styles.head, 'spread')}>
      <div className={clsx(styles.song, 'stack-2')}>
        <h1 className="anywhere">{song.name}</h1>
        {song.also_named && (
          <p className="soft small">
            {t('song.also-named', { names: listFormat(t.language, {}).format(song.also_named) })}
          </p>
        )}
      </div>
      <BigFacts>
        <BigFact label={t('song.plays')}>{formatNumber(song.times_played)}</BigFact>
        <BigFact label={t('song.gap')}>
          {song.gap === null ? '–' : formatNumber(song.gap)}
          {usual !== null && <small> {t('song.usually', { gap: usual })}</small>}
          {song.gap !== null && <GapBar gap={song.gap} usual={usual} className={styles.gap} />}
        </BigFact>
        <BigFact label={t('song.last-played')} isLong>
          {last && last.date === song.last_played ? <Link to={paths.show(last.id)}>{day}</Link> : day}
        </BigFact>
      </BigFacts>
    </Card>
  )
}
