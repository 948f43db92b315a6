import { chanceEndpoints, type MachineNight } from '@called-it/shared/contract/chances'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'

/** Deleted users leave both at once. */
export function useMachineNights(): UseQueryResult<MachineNight[]> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.machine
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<MachineNight[]>(queryKey, (held) =>
      held?.map((night) => ({ ...night, best: night.best.filter(({ id }) => !userIds.includes(id)) })),
    ),
  )
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request(chanceEndpoints.getMachine, { signal })).nights,
    refetchOnMount: 'always',
  })
}

type AboveBoard = ResponseBody<typeof chanceEndpoints.getAboveExpectation>

export function useAboveExpectation(): UseQueryResult<AboveBoard> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.aboveExpectation
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<AboveBoard>(
      queryKey,
      (held) => held && { ...held, rows: held.rows.filter(({ userId }) => !userIds.includes(userId)) },
    ),
  )
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => request(chanceEndpoints.getAboveExpectation, { signal }),
    refetchOnMount: 'always',
  })
}
