import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { withJitter } from './jitter.ts'

/** Refetches a query with jitter; once for all calls until then. */
export function useRefetchSoon(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient()
  const cancel = useRef<() => void>(undefined)
  return () => {
    cancel.current?.()
    cancel.current = withJitter(() => void queryClient.refetchQueries({ queryKey, exact: true }))
  }
}
