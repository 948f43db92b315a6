import { adminEndpoints } from '@called-it/shared/contract/admin'
import type { Run } from '@called-it/shared/contract/runs'
import type { Show } from '@called-it/shared/contract/shows'
import { tourEndpoints } from '@called-it/shared/contract/tours'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useLiveCatchUp, useLiveEvent } from '../../lib/live/use-live-event.ts'
import { useLiveQuery } from '../../lib/live/use-live-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** The shows of a tour, newest first, as live events leave them. */
export function useTourShows(tourId: number): UseQueryResult<Show[]> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.tourShows(tourId)
  useLiveEvent('show:scored', ({ show }) =>
    queryClient.setQueryData<Show[]>(queryKey, (held) =>
      held?.map((shown) => (shown.id === show.id && shown.version <= show.version ? show : shown)),
    ),
  )
  useLiveCatchUp(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call(tourEndpoints.listTourShows, { params: { tourId }, signal })).shows.toReversed(),
  })
}

type Runs = { runs: Run[]; version: number }

/** The latest runs, newest first, with their progress as it is made. */
export function useRuns(): UseQueryResult<Runs> {
  return useLiveQuery<Runs, 'run:changed'>({
    queryKey: queryKeys.runs,
    queryFn: ({ signal }) => call(adminEndpoints.listRuns, { signal }),
    event: 'run:changed',
    versionOf: (held) => held.version,
    apply: (held, event) => {
      const moved = new Set(event.runs.map(({ id }) => id))
      const runs = [...event.runs, ...held.runs.filter(({ id }) => !moved.has(id))]
      return { runs: runs.sort((a, b) => b.id - a.id), version: event.to }
    },
  })
}

/** Whether a run is still to end. */
export function isOpenRun(run: Run): boolean {
  return run.state === 'queued' || run.state === 'running'
}
