import { type LeaguePart, useLeague, useOwnLeagues } from '../../lib/leagues/league-queries.ts'
import { t } from '../../lib/words/texts.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { LeagueTable } from './league-table.tsx'

type LeagueBoardProps = { leagueId: number; part: LeaguePart }

/** The table of a league, for the page of all boards. */
export function LeagueBoard({ leagueId, part }: LeagueBoardProps) {
  const { data, isError, isPlaceholderData, refetch } = useLeague(leagueId, part)
  const members = useOwnLeagues()?.find(({ id }) => id === leagueId)?.members ?? 10
  if (data) return <LeagueTable page={data} part={part} isOutdated={isPlaceholderData} />
  return (
    <NotLoaded
      what={t('league.what')}
      query={{ isError, refetch }}
      blocks={[Math.min(members, 10), '48px']}
    />
  )
}
