import {
  type Decision,
  moderationEndpoints,
  type ReportedThing,
  type SuspendedFan,
} from '@called-it/shared/contract/moderation'
import type { PlainId } from '@called-it/shared/languages/translate'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useCatchUp } from '../../../lib/events/use-server-event.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'

export function useReported(): UseQueryResult<ReportedThing[]> {
  const query = useQuery({
    queryKey: queryKeys.adminReported,
    queryFn: async ({ signal }) => (await request(moderationEndpoints.listReports, { signal })).reported,
    refetchOnMount: 'always',
  })
  useCatchUp(() => void query.refetch())
  return query
}

export function useSuspended(): UseQueryResult<SuspendedFan[]> {
  return useQuery({
    queryKey: queryKeys.adminSuspended,
    queryFn: async ({ signal }) => (await request(moderationEndpoints.listSuspended, { signal })).suspended,
    refetchOnMount: 'always',
  })
}

export function useBlockedWords(): UseQueryResult<string[]> {
  return useQuery({
    queryKey: queryKeys.adminBlockedWords,
    queryFn: async ({ signal }) => (await request(moderationEndpoints.listBlockedWords, { signal })).words,
    refetchOnMount: 'always',
  })
}

const DONE = {
  'reset-name': 'admin.did-name',
  'remove-image': 'admin.did-image',
  suspend: 'admin.did-suspend',
  dismiss: 'admin.did-dismiss',
} as const satisfies Record<Decision, PlainId>

type Decided = { thing: ReportedThing; decision: Decision; reason?: string }

export function useDecide() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ thing: { kind, id }, ...decided }: Decided) =>
      request(moderationEndpoints.decideReport, { body: { kind, id, ...decided } }),
    onSuccess: ({ reported }, { thing, decision }) => {
      queryClient.setQueryData(queryKeys.adminReported, reported)
      if (decision === 'suspend') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.adminSuspended })
      }
      toast({ title: t(DONE[decision]), description: thing.name })
    },
    onError: (error) => {
      toastAdminFailure(t('admin.not-decided'), error)
      // Another admin may have decided them.
      void queryClient.refetchQueries({ queryKey: queryKeys.adminReported })
    },
  })
}

/** Suspends with a reason; lifts without one. */
export function useSuspension() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, reason }: { userId: number; name: string; reason: string | null }) =>
      reason === null
        ? request(moderationEndpoints.liftSuspension, { params: { userId } })
        : request(moderationEndpoints.suspendUser, { params: { userId }, body: { reason } }),
    onSuccess: async ({ suspended }, { name, reason }) => {
      queryClient.setQueryData(queryKeys.adminSuspended, suspended)
      toast({ title: reason === null ? t('admin.did-lift') : t('admin.did-suspend'), description: name })
      // Pending until the list is there again.
      await queryClient.invalidateQueries({ queryKey: queryKeys.allAdminUsers })
    },
    onError: (error) => toastAdminFailure(t('admin.suspend-failed'), error),
  })
}
