import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type { BandFields } from './band-fields.ts'

const queryKey = queryKeys.bandDraft

/** Keeps what is typed and not saved while other pages are open. To close the app with it, the browser asks. */
export function useBandDraft({ reset, watch, formState: { isDirty } }: UseFormReturn<BandFields>): void {
  const queryClient = useQueryClient()
  const fields = watch()
  useEffect(() => {
    const kept = queryClient.getQueryData<BandFields>(queryKey)
    if (kept) reset(kept, { keepDefaultValues: true })
  }, [queryClient, reset])
  useEffect(() => {
    if (isDirty) keep(queryClient, fields)
    else queryClient.removeQueries({ queryKey })
  }, [queryClient, isDirty, fields])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

function keep(queryClient: QueryClient, fields: BandFields): void {
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(queryKey, fields)
}
