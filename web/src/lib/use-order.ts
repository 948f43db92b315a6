import type { Endpoint, ResponseBody } from '@called-it/shared/contract/endpoint'
import type { runAccepted } from '@called-it/shared/contract/runs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { tellRefusal } from './admin-refusal.ts'
import { type OrderAnswer, serverMessage } from './api.ts'
import { isOpenRun, useRuns } from './runs.ts'

/** A call that orders a run. */
type RunEndpoint = Endpoint & { accepted: typeof runAccepted }

type OrderTexts<E extends RunEndpoint> = {
  /** Null where the page itself shows what has come of it. */
  done: (result: ResponseBody<E>) => { title: string; description?: string } | null
  failed: { title: string; fallback: string }
}

/**
 * Orders long work and tells its end in a toast: from the call's answer where it waited for the end, else
 * from the run's last live event, which has the same fields.
 *
 * @param place makes the call
 */
export function useOrder<E extends RunEndpoint>(
  endpoint: E,
  place: () => Promise<OrderAnswer<E>>,
  { done, failed }: OrderTexts<E>,
): { start: () => void; isOrdering: boolean } {
  const [followed, setFollowed] = useState<number | null>(null)
  const { data } = useRuns()
  const tellDone = (result: ResponseBody<E>) => {
    const text = done(result)
    if (text) toast(text)
  }
  const tellFailed = (description: string) =>
    toast({ title: failed.title, description, variant: 'destructive' })

  const run = followed === null ? undefined : data?.runs.find(({ id }) => id === followed)
  const hasEnded = run !== undefined && !isOpenRun(run)
  const tellEnd = useEffectEvent(() => {
    setFollowed(null)
    const result = endpoint.response.safeParse(run?.result)
    if (result.success) tellDone(readResult(endpoint, result.data))
    else tellFailed(run?.error?.message ?? failed.fallback)
  })
  useEffect(() => {
    if (hasEnded) tellEnd()
  }, [hasEnded])

  const ordering = useMutation({
    mutationFn: place,
    onSuccess: (answer) => {
      if (answer.finished) tellDone(answer.result)
      else setFollowed(answer.order.runId)
    },
    onError: (error) => {
      if (!tellRefusal(error)) tellFailed(serverMessage(error, failed.fallback))
    },
  })
  return { start: () => ordering.mutate(), isOrdering: ordering.isPending || followed !== null }
}

function readResult<E extends RunEndpoint>(endpoint: E, result: unknown): ResponseBody<E> {
  const schema: E['response'] = endpoint.response
  return schema.parse(result)
}
