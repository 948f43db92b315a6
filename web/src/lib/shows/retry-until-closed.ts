import { hasCode } from '../api/api.ts'

/** By the server's clock picks may still be open for a moment: gateways answer from more than one clock. */
const MAX_RETRIES = 5
const RETRY_MS = 3_000

export const retryUntilClosed = {
  retry: (failures: number, error: Error) => failures < MAX_RETRIES && hasCode(error, 'picks_open'),
  retryDelay: RETRY_MS,
} as const
