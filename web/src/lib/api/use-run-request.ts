import type { Endpoint, ResponseBody } from '@called-it/shared/contract/endpoint'
import type { runAccepted } from '@called-it/shared/contract/runs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast, toastFailure } from '../../ui/toast.ts'
import { useOneAtATime } from '../hooks/use-one-at-a-time.ts'
import { ApiError, type RequestInput, requestRun } from './api.ts'
import { toastAdminFailure } from './failure-toasts.ts'
import { isOpenRun, useRuns } from './runs.ts'

export type RunEndpoint = Endpoint & { accepted: typeof runAccepted }

type Refusal = { code: string; message: string }

export type RunRequest<E extends RunEndpoint> = {
  input: RequestInput<E>
  /** Null where the page itself shows the result. */
  done: (result: ResponseBody<E>) => { title: string; description?: string } | null
  failed: { title: string; fallback: string }
  /** The request failed. Returns whether the page shows the failure itself, without a toast. */
  onFailure?: (error: Error) => boolean
  /** The server refused the request or the run. Returns whether the page shows that itself, without a toast. */
  onRefused?: (refusal: Refusal) => boolean
}

/** Toasts the end of the run: from the response if the gateway waited for it, else from the last live event. */
export function useRunRequest<E extends RunEndpoint>(
  endpoint: E,
  { input, done, failed, onFailure, onRefused }: RunRequest<E>,
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
    else if (!run?.error || !onRefused?.(run.error))
      toastFailure(failed.title, run?.error?.message ?? failed.fallback)
  })
  useEffect(() => {
    if (hasEnded) reportEnd()
  }, [hasEnded])

  const sending = useMutation({
    mutationFn: () => requestRun(endpoint, input),
    onSuccess: (response) => {
      if (response.finished) toastResult(response.result)
      else setFollowedId(response.accepted.runId)
    },
    onError: (error) => {
      const refusal = refusalOf(error)
      if (onFailure?.(error) || (refusal && onRefused?.(refusal))) return
      toastAdminFailure(failed.title, error, failed.fallback)
    },
  })
  const send = useOneAtATime(sending.mutate)
  return { start: () => send(), isRunning: sending.isPending || followedId !== null }
}

function refusalOf(error: Error): Refusal | null {
  if (!(error instanceof ApiError) || error.code === null || error.serverMessage === null) return null
  return { code: error.code, message: error.serverMessage }
}

function parseResult<E extends RunEndpoint>(endpoint: E, result: unknown): ResponseBody<E> {
  const schema: E['response'] = endpoint.response
  return schema.parse(result)
}
