import type { Endpoint, ResponseBody } from '@called-it/shared/contract/endpoint'
import type { runAccepted } from '@called-it/shared/contract/runs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { toastAdminFailure } from './admin-failure-toast.ts'
import type { RunResponse } from './api.ts'
import { isOpenRun, useRuns } from './runs.ts'

type RunEndpoint = Endpoint & { accepted: typeof runAccepted }

type RunTexts<E extends RunEndpoint> = {
  /** Null where the page itself shows the result. */
  done: (result: ResponseBody<E>) => { title: string; description?: string } | null
  failed: { title: string; fallback: string }
}

/**
 * Requests a run and toasts how it ended: from the response if the gateway waited for the end, otherwise from the run's
 * last live event, which has the same fields.
 */
export function useRunRequest<E extends RunEndpoint>(
  endpoint: E,
  send: () => Promise<RunResponse<E>>,
  { done, failed }: RunTexts<E>,
): { start: () => void; isRunning: boolean } {
  const [followedId, setFollowedId] = useState<number | null>(null)
  const { data } = useRuns()
  const toastResult = (result: ResponseBody<E>) => {
    const text = done(result)
    if (text) toast(text)
  }

  const run = followedId === null ? undefined : data?.runs.find(({ id }) => id === followedId)
  const hasEnded = run !== undefined && !isOpenRun(run)
  const reportEnd = useEffectEvent(() => {
    setFollowedId(null)
    const result = endpoint.response.safeParse(run?.result)
    if (result.success) toastResult(parseResult(endpoint, result.data))
    else {
      const description = run?.error?.message ?? failed.fallback
      toast({ title: failed.title, description, variant: 'destructive' })
    }
  })
  useEffect(() => {
    if (hasEnded) reportEnd()
  }, [hasEnded])

  const sending = useMutation({
    mutationFn: send,
    onSuccess: (response) => {
      if (response.finished) toastResult(response.result)
      else setFollowedId(response.accepted.runId)
    },
    onError: (error) => toastAdminFailure(failed.title, error, failed.fallback),
  })
  return { start: () => sending.mutate(), isRunning: sending.isPending || followedId !== null }
}

function parseResult<E extends RunEndpoint>(endpoint: E, result: unknown): ResponseBody<E> {
  const schema: E['response'] = endpoint.response
  return schema.parse(result)
}
