import type { ErrorCode } from '@called-it/shared/contract/errors'
import { useState } from 'react'
import type { RequestInput } from './api.ts'
import { type RunEndpoint, type RunRequest, useRunRequest } from './use-run-request.ts'

type AskedImport<E extends RunEndpoint> = Pick<RunRequest<E>, 'input' | 'done' | 'failed'> & {
  /** The input of an import that was asked about. */
  confirmed: RequestInput<E>
}

const RETIRES_MANY: ErrorCode = 'import_retires_many'

/** An import that asks before it retires many songs or shows: show its `question` with `ImportQuestion`. */
export function useAskedImport<E extends RunEndpoint>(
  endpoint: E,
  { input, confirmed, ...texts }: AskedImport<E>,
) {
  const [question, setQuestion] = useState<string | null>(null)
  const first = useRunRequest(endpoint, {
    input,
    ...texts,
    onRefused: ({ code, message }) => {
      if (code !== RETIRES_MANY) return false
      setQuestion(message)
      return true
    },
  })
  const second = useRunRequest(endpoint, { input: confirmed, ...texts })
  return {
    start: first.start,
    isRunning: first.isRunning || second.isRunning,
    /** Null unless it has to be answered. */
    question,
    ask: setQuestion,
    confirm: () => {
      setQuestion(null)
      second.start()
    },
  }
}
