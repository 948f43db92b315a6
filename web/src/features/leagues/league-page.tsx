import { day, pathId } from '@called-it/shared/contract/fields'
import type { LeaguePage as LeagueData } from '@called-it/shared/contract/leagues'
import { mondayOf } from '@called-it/shared/game/leagues'
import { useParams, useSearchParams } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useLeagueLive } from '../../lib/events/use-league-live.ts'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { UnknownPage } from '../../ui/unknown-page.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { LeagueHead } from './league-head.tsx'
import { LeagueMembers } from './league-members.tsx'
import styles from './league-page.module.css'
import { isNoLeague, useLeague } from './league-queries.ts'
import { LeagueSettings } from './league-settings.tsx'
import { LeagueStandings } from './league-standings.tsx'
import { useOpenShows } from './use-open-shows.ts'

export function LeaguePage() {
  const leagueId = pathId.safeParse(useParams().leagueId).data
  return leagueId ? <LeagueOfAddress key={leagueId} leagueId={leagueId} /> : <NoLeague />
}

/** The week is in the address, so that a link leads to the same table. */
function LeagueOfAddress({ leagueId }: { leagueId: number }) {
  const [search, setSearch] = useSearchParams()
  const { data: chosen } = day.safeParse(search.get('week'))
  const week = chosen ? mondayOf(chosen) : null
  const league = useLeague(leagueId, week)
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
    <Page title={data?.league.name ?? 'league'} hasSections>
      {isReady ? (
        <>
          <LeagueHead league={data.league} openShows={openShows.data} predictions={predictions.data} />
          <div className={styles.columns}>
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
          {league.isError && !data ? (
            <LoadFailed title="The league could not be loaded." onRetry={league.refetch} />
          ) : (
            <Loading label="Loading the league...">
              <SkeletonBlocks count={10} height="48px" />
            </Loading>
          )}
        </Card>
      )}
    </Page>
  )
}

function Side({ league, table }: LeagueData) {
  return (
    <div className={styles.side}>
      <InvitationCard league={league} />
      <LeagueMembers league={league} members={table} />
      <LeagueSettings league={league} />
    </div>
  )
}

/** Also for those who are no members. */
function NoLeague() {
  return (
    <UnknownPage
      thing="League"
      title="There is no such league of yours."
      to={paths.leagues}
      label="my leagues"
    >
      Only members see a league. Its link or code lets you in.
    </UnknownPage>
  )
}
