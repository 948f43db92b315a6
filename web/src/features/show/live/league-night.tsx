import { type League, type LeaguePage, leagueEndpoints } from '@called-it/shared/contract/leagues'
import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namelessFan } from '../../../lib/account/nameless-fan.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useLeagueLive } from '../../../lib/events/use-league-live.ts'
import { useIsInView } from '../../../lib/hooks/use-is-in-view.ts'
import { useLeague } from '../../../lib/leagues/league-queries.ts'
import { scorePicks } from '../../../lib/live/own-card.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { type PointsRow, PointsTable } from '../../../ui/points-table.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'

const SHOWN = 5

/** The largest for which the show counts. */
export function leagueOf(leagues: readonly League[], { tour_id }: Show): League | null {
  const counting = leagues.filter(({ tour }) => tour === null || tour.id === tour_id)
  return counting.toSorted((one, other) => other.members - one.members)[0] ?? null
}

type LeagueNightProps = { league: League; show: Show; live: LiveShow }

/** The members with picks, by the points of the night. They are asked for once the card is in view. */
export function LeagueNight(props: LeagueNightProps) {
  const { ref, isInView } = useIsInView()
  const [isWanted, setIsWanted] = useState(false)
  if (isInView && !isWanted) setIsWanted(true)
  return (
    <div ref={ref}>
      {isWanted ? (
        <LeagueCard {...props} />
      ) : (
        <Card heading={props.league.name}>
          <Loading label={t('live.league-loads')}>
            <SkeletonBlocks count={rowsOf(props.league)} height="48px" />
          </Loading>
          <LeagueLink {...props} />
        </Card>
      )}
    </div>
  )
}

/** With the own row below the first ones, the heads of the columns, and the button for all. */
const rowsOf = ({ members }: League) => Math.min(members, SHOWN + 2)

/** Of the skeleton: where some members have no picks, the place that was reserved for them stays. */
const rowsHeight = (league: League) => `${rowsOf(league) * 56 - 8}px`

function LeagueLink({ league }: Pick<LeagueNightProps, 'league'>) {
  return (
    <p className="apart">
      <ButtonLink to={paths.league(league.id)}>{t('live.league-page')}</ButtonLink>
    </p>
  )
}

function LeagueCard({ league, show, live }: LeagueNightProps) {
  const { user } = useCurrentUser()
  const [isWhole, setIsWhole] = useState(false)
  const page = useLeague(league.id, {})
  const version = page.data?.version ?? 0
  const cards = useQuery({
    queryKey: queryKeys.leagueCards(league.id, show.id, version),
    queryFn: async ({ signal }) => {
      const params = { leagueId: league.id, showId: show.id }
      return (await request(leagueEndpoints.listLeagueCards, { params, signal })).cards
    },
    enabled: page.data !== undefined,
    placeholderData: keepPreviousData,
  })
  const present = useLeagueLive(league.id, { version, refetch: () => void page.refetch() })
  const rows = page.data && cards.data && rankCards(cards.data, page.data, live, user?.id)
  const shown = isWhole ? rows : rows?.filter(({ isOwn }, index) => isOwn || index < SHOWN)
  const query = page.isError ? page : cards
  return (
    <Card heading={league.name} note={present.length > 0 && t('live.here-now', { count: present.length })}>
      <div style={{ minHeight: rowsHeight(league) }}>
        {shown?.length === 0 ? (
          <p className="soft">{t('live.league-empty')}</p>
        ) : shown ? (
          <PointsTable caption={t('live.league-night')} rows={shown} />
        ) : (
          <NotLoaded what={t('live.the-league')} query={query} blocks={[rowsOf(league), '48px']} />
        )}
        {rows && shown && rows.length > shown.length && (
          <Button ref={passFocusOn} wide className="apart" variant="quiet" onClick={() => setIsWhole(true)}>
            {t('live.all', { count: rows.length })}
          </Button>
        )}
      </div>
      <LeagueLink league={league} />
    </Card>
  )
}

function rankCards(
  cards: readonly { user_id: number; picks: SetlistPicks }[],
  { table }: LeaguePage,
  live: LiveShow,
  ownId: number | undefined,
): PointsRow[] {
  const players = new Map(table.map(({ player }) => [player.id, player]))
  const scored = cards
    .map(({ user_id, picks }) => ({ id: user_id, total: scorePicks(picks, live).total }))
    .sort((one, other) => other.total - one.total)
  return scored.map(({ id, total }) => ({
    player: String(id),
    userId: id,
    rank: 1 + scored.findIndex((row) => row.total === total),
    name: players.get(id)?.display_name ?? namelessFan(),
    avatar: players.get(id)?.avatar_path ?? null,
    total,
    isOwn: id === ownId,
  }))
}

/** In the place of the league, for a fan without one. */
export function NoLeague() {
  return (
    <Card heading={t('live.with-friends')}>
      <p className="soft">{t('live.league-why')}</p>
      <p className="apart">
        <ButtonLink to={paths.leagues}>{t('live.start-league')}</ButtonLink>
      </p>
    </Card>
  )
}
