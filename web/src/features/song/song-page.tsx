import { counted } from '@called-it/shared/contract/counted'
import { songIdOf } from '@called-it/shared/contract/page-paths'
import type { SongPage as Song } from '@called-it/shared/contract/song-pages'
import { usualGap } from '@called-it/shared/game/usual-gap'
import clsx from 'clsx'
import { Link, Navigate, useParams } from 'react-router-dom'
import { hasCode } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { isSetName, labelOfSet } from '../../lib/shows/set-labels.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
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
    <Page title="Song" hasSections>
      <NotLoaded
        what="the song"
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
        title={plays === 0 ? 'It was never played.' : 'It is in no setlist we have.'}
        action={<ButtonLink to={paths.home}>see upcoming shows</ButtonLink>}
      >
        Years, gaps, sets and venues show up here once it is played.
      </EmptyState>
    </Card>
  )
}

function UnknownSong() {
  return (
    <UnknownPage thing="song" title="There is no such song." to={paths.home} label="back home">
      All songs are in the song list of an upcoming show.
    </UnknownPage>
  )
}

function LastPerformances({ performances }: Pick<Song, 'performances'>) {
  return (
    <Card heading="last performances">
      <LinkedRows>
        {performances.map(({ show, set, position, gap }) => (
          <LinkedRow key={`${show.id} ${set} ${position}`}>
            <span>
              <RowLink to={paths.show(show.id)}>{plainDate(show.date)}</RowLink>
            </span>
            <span className={clsx(styles.set, hueClass(isSetName(set) ? set : 'soft'))}>
              {labelOfSet(set).toLowerCase()}, song {position}
            </span>
            <span className="soft small">
              {show.venue}
              {show.location && `, ${show.location}`}
            </span>
            <span className="soft small">{gap === null ? 'first time' : `gap ${formatNumber(gap)}`}</span>
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
      <SongsBeside heading="right before it" songs={before} />
      <SongsBeside heading="right after it" songs={after} />
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
            <span className="soft small">{counted(song.plays, 'time')}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

function Venues({ venues }: Pick<Song, 'venues'>) {
  return (
    <Card heading="venues">
      <LinkedRows>
        {venues.map(({ venue, location, plays }) => (
          <LinkedRow key={`${venue} ${location}`}>
            <span>
              {venue} <span className="soft small">{location}</span>
            </span>
            <span className="soft small">{counted(plays, 'play')}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

function SongHead({ page: { song, gaps, performances } }: { page: Song }) {
  const usual = usualGap(gaps)
  const last = performances[0]?.show
  const day = song.last_played ? plainDate(song.last_played) : song.times_played === 0 ? 'never' : '–'
  return (
    <Card aria-label="song" className={clsx(styles.head, 'spread')}>
      <div className={clsx(styles.song, 'stack-2')}>
        <h1 className="anywhere">{song.name}</h1>
        {song.also_named && (
          <p className="soft small">also named {new Intl.ListFormat('en-US').format(song.also_named)}</p>
        )}
      </div>
      <BigFacts>
        <BigFact label="plays">{formatNumber(song.times_played)}</BigFact>
        <BigFact label="gap">
          {song.gap === null ? undefined : (formatNumber(song.gap) ?? '–')}
          {usual !== null && <small> usually {formatNumber(usual)}</small>}
          {song.gap !== null && <GapBar gap={song.gap} usual={usual} className={styles.gap} />}
        </BigFact>
        <BigFact label="last played" isLong>
          {last && last.date === song.last_played ? <Link to={paths.show(last.id)}>{day}</Link> : day}
        </BigFact>
      </BigFacts>
    </Card>
  )
}
