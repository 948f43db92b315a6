import { type LeaguePart, useLeague, useOwnLeagues } from '../../lib/leagues/league-queries.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { LeagueTable } from './league-table.tsx'

type LeagueBoardProps = { leagueId: number; part: LeaguePart }

/** The table of a league, for the page of all boards. */
export function LeagueBoard({ leagueId, part }: LeagueBoardProps) {
  const { data, isError, isPlaceholderData, refetch } = useLeague(leagueId, part)
  const members = useOwnLeagues()?.find(({ id }) => id === leagueId)?.members ?? 10
  if (data) return <LeagueTable page={data} part={part} isOutdated={isPlaceholderData} />
  if (isError) return <LoadFailed title="The league could not be loaded." onRetry={refetch} />
  return (
    <Loading label="Loading the league...">
      <SkeletonBlocks count={Math.min(members, 10)} height="48px" />
    </Loading>
  )
}
