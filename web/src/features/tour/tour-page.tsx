import { pathId } from '@called-it/shared/contract/fields'
import type { TourPage as Tour } from '@called-it/shared/contract/tour-pages'
import clsx from 'clsx'
import { useParams } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { dateRange } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { BigFact, BigFacts } from '../../ui/big-facts.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { UnknownPage } from '../../ui/unknown-page.tsx'
import styles from './head.module.css'
import { Podium } from './podium.tsx'
import { useSeason, useTourPage } from './tour-queries.ts'
import { TourShows } from './tour-shows.tsx'
import { TourSongs } from './tour-songs.tsx'

/** What a tour has played so far, for everybody. */
export function TourPage() {
  const tourId = pathId.safeParse(useParams().tourId).data ?? null
  const { data, error, refetch } = useTourPage(tourId)
  if (tourId === null || data === 'unknown') {
    return (
      <UnknownPage thing="tour" title={t('tour.unknown')} to={paths.home} label={t('tour.back-home')}>
        {t('tour.dropped')}
      </UnknownPage>
    )
  }
  if (data && typeof data === 'object') return <LoadedTour page={data} />
  return (
    <Page title={t('tour.title')} hasSections>
      <NotLoaded
        what={t('tour.what')}
        query={{ isError: Boolean(error), refetch }}
        blocks={[3, '17rem']}
        failsInCard
      />
    </Page>
  )
}

function LoadedTour({ page }: { page: Tour }) {
  const { tour, is_over, shows } = page
  return (
    <Page title={tour.name} hasSections>
      <TourHead page={page} />
      {shows.length === 0 ? (
        <Card>
          <EmptyState title={t('tour.no-shows')} />
        </Card>
      ) : (
        <>
          <TourShows page={page} />
          <TourSongs page={page} />
        </>
      )}
      {is_over && <SeasonChapter tourId={tour.id} />}
    </Page>
  )
}

function TourHead({ page: { tour, shows, statistics } }: { page: Tour }) {
  const played = shows.filter(({ setlist }) => setlist.length > 0).length
  return (
    <Card aria-label={t('tour.label')} className="stack-4">
      <div className={clsx(styles.head, 'spread')}>
        <div className={styles.words}>
          <p className={styles.kind}>{t('tour.the-tour')}</p>
          <h1 className="anywhere">{tour.name}</h1>
          <p className="soft">{dateRange(tour.start_date, tour.end_date)}</p>
        </div>
        <ButtonLink to={paths.tourRankings(tour.id)}>{t('tour.board')}</ButtonLink>
      </div>
      <BigFacts>
        <BigFact label={t('tour.shows')}>
          {played}
          {played < shows.length && <small> {t('tour.of', { shows: shows.length })}</small>}
        </BigFact>
        <BigFact label={t('tour.songs')}>{formatNumber(statistics.songs.length)}</BigFact>
        <BigFact label={t('tour.debuts')}>{statistics.debuts.length}</BigFact>
        <BigFact label={t('tour.bust-outs')}>{statistics.bust_outs.length}</BigFact>
      </BigFacts>
    </Card>
  )
}

/** The podium of a tour that is over, with the way to its season. */
function SeasonChapter({ tourId }: { tourId: number }) {
  const { data } = useSeason(tourId)
  const season = data && typeof data === 'object' && data
  return (
    <>
      {season && season.table.length > 0 && <Podium rows={season.table.filter(({ rank }) => rank <= 3)} />}
      <div>
        <ButtonLink to={paths.season(tourId)}>{t('tour.to-season')}</ButtonLink>
      </div>
    </>
  )
}
