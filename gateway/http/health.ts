import { LATEST_MIGRATION } from '@called-it/infra/postgres/migrate'
import { isPostgresAway } from '@called-it/infra/postgres/outage'
import { isMigrated } from '@called-it/infra/postgres/queries/work/database'
import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import type { Express } from 'express'
import { isRedisReady, type RequestParts } from '../parts.ts'
import { requestFacts } from './request-facts.ts'

export const LIVENESS_PATH = '/healthz'

type Readiness = {
  status: 'ready' | 'degraded' | 'unavailable'
  missing: string[]
}

/**
 * `/healthz` is liveness. `/readyz` is readiness: 503 takes the gateway out of the proxy, `degraded` means that some
 * work waits for what is missing. Concurrent requests share one database query.
 */
export function mountHealth(app: Express, parts: RequestParts): void {
  app.get(LIVENESS_PATH, (request, response) => {
    requestFacts(request).route = 'healthz'
    response.set('Cache-Control', 'no-store').json({ status: 'alive' })
  })
  // Pages poll it while the gateway is overloaded, so it must stay cheap.
  let reading: Promise<Readiness> | null = null
  const shareReading = () => {
    reading ??= readReadiness(parts).finally(() => {
      reading = null
    })
    return reading
  }
  app.get(READINESS_PATH, async (request, response) => {
    requestFacts(request).route = 'readyz'
    const readiness = await shareReading()
    response
      .status(readiness.status === 'unavailable' ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json(readiness)
  })
}

async function readReadiness(parts: RequestParts): Promise<Readiness> {
  const missing = [...(await missingInPostgres(parts)), ...(parts.draining.aborted ? ['draining'] : [])]
  if (missing.length > 0) return { status: 'unavailable', missing }
  return isRedisReady(parts) ? { status: 'ready', missing } : { status: 'degraded', missing: ['redis'] }
}

async function missingInPostgres({ postgres }: RequestParts): Promise<string[]> {
  try {
    return (await isMigrated(postgres.db, LATEST_MIGRATION)) ? [] : [`migration ${LATEST_MIGRATION}`]
  } catch (error) {
    if (isPostgresAway(error)) return ['postgres']
    throw error
  }
}
