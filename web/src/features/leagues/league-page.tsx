import { day, pathId } from '@called-it/shared/contract/fields'
import { type League, type LeaguePage as LeagueData, MIN_COUNTED } from '@called-it/shared/contract/leagues'
import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { mondayOf } from '@called-it/shared/game/leagues'
import type { UseQueryResult } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useLeagueLive } from '../../lib/events/use-league-live.ts'
import { isNoLeague, useLeague, useLeaguePicked } from '../../lib/leagues/league-queries.ts'
import { paths } from '../../lib/paths.ts'
import { shortDate } from '../../lib/shows/show-date.ts'
import { useMoveAtLock } from '../../lib/shows/use-move-at-lock.ts'
import { useUpcomingShows } from '../../lib/shows/use-shows.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { UnknownPage } from '../../ui/unknown-page.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { optionsInWords } from './league-in-words.ts'
import { LeagueMembers } from './league-members.tsx'
import styles from './league-page.module.css'
import { LeagueSettings } from './league-settings.tsx'
import { LeagueStandings } from './league-standings.tsx'

export function LeaguePage() {
  const leagueId = pathId.safeParse(useParams().leagueId).data
  return leagueId ? <LeagueOfAddress key={leagueId} leagueId={leagueId} /> : <NoLeague />
}

/** The week is in the address, so that a link leads to the same table. */
function LeagueOfAddress({ leagueId }: { leagueId: number }) {
  const [search, setSearch] = useSearchParams()
  const { data: chosen } = day.safeParse(search.get('week'))
  const week = chosen ? mondayOf(chosen) : null
  const league = useLeague(leagueId, week ? { week } : {})
  const openShows = useOpenShows(league)
  const present = useLeagueLive(leagueId, {
    version: league.data?.version ?? 0,
    refetch: () => void league.refetch(),
  })
  const predictions = useCurrentUserPredictions()
  if (isNoLeague(league.error)) return <NoLeague />
  const { data } = league
  const isReady = data && !openShows.isPending && !predictions.isPending
  return (
    <Page title={data?.league.name ?? t('league.fallback')} hasSections>
      {isReady ? (
        <>
          <LeagueHead league={data.league} openShows={openShows.data} predictions={predictions.data} />
          <div className={clsx(styles.columns, 'cards')}>
            <LeagueStandings
              page={data}
              week={week}
              present={present}
              isOutdated={league.isPlaceholderData}
              onWeek={(chosen) => setSearch(chosen ? { week: chosen } : {}, { replace: true })}
            />
            <Side {...data} />
          </div>
        </>
      ) : (
        <Card>
          <NotLoaded what={t('league.what')} query={league} blocks={[10, '48px']} />
        </Card>
      )}
    </Page>
  )
}

function Side({ league, table }: LeagueData) {
  return (
    <div className="cards">
      <InvitationCard league={league} />
      <LeagueMembers league={league} members={table} />
      <LeagueSettings league={league} />
    </div>
  )
}

/** Also for those who are no members. */
function NoLeague() {
  return (
    <UnknownPage thing="league" title={t('league.unknown')} to={paths.leagues} label={t('league.mine')}>
      {t('league.only-members')}
    </UnknownPage>
  )
}

type LeagueHeadProps = {
  league: League
  openShows: readonly Show[] | undefined
  predictions: readonly Prediction[] | undefined
}

/** The league's name, and the way to the picks for its next show. */
function LeagueHead({ league, openShows = [], predictions = [] }: LeagueHeadProps) {
  const { tour } = league
  const next = openShows.find((show) => show.is_open && (tour === null || show.tour_id === tour.id))
  const { data: count } = useLeaguePicked(league.id, next?.id ?? null)
  const hasPicked = predictions.some(({ show_id }) => show_id === next?.id)
  return (
    <Card>
      <div className={clsx(styles.head, 'row wraps')}>
        <div className={styles.title}>
          <h1>{league.name}</h1>
          <p className="soft">
            {t('league.count', { count: league.members })} · {optionsInWords(league)}
          </p>
        </div>
        {next && (
          <div className={clsx(styles.next, 'stack-2')}>
            <p className="soft small">
              {t('league.next', { venue: next.venue, date: shortDate(next.showdate) })}
            </p>
            {league.members >= MIN_COUNTED && (
              <p className="soft small tabular">
                {count && count.picked !== null
                  ? t('league.are-in', { picked: count.picked, members: count.members })
                  : '\u00a0'}
              </p>
            )}
            <ButtonLink to={paths.prediction(next.id)} variant={hasPicked ? 'plain' : 'main'} size="l">
              {t(hasPicked ? 'league.change-picks' : 'league.make-picks')}
            </ButtonLink>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Shows that take picks. When one closes, the league is refetched: its members' cards move the table from then on. */
function useOpenShows({ refetch }: UseQueryResult<LeagueData>): UseQueryResult<Show[]> {
  const upcoming = useUpcomingShows()
  useMoveAtLock(upcoming)
  const ids = upcoming.data?.map(({ id }) => id).join()
  const known = useRef(ids)
  const onChange = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (known.current !== undefined && known.current !== ids) onChange()
    known.current = ids
  }, [ids])
  return upcoming
}
