import type { Database } from '@called-it/infra/postgres/client'
import {
  findPreviewImage,
  type PreviewKey,
  storePreviewImage,
} from '@called-it/infra/postgres/queries/previews/preview-images'
import type { PreviewContent } from '@called-it/infra/preview-images/content'
import type { DrawingProcess } from '@called-it/infra/preview-images/open-drawing'
import type { Logger } from 'pino'
import { ApiError } from '../../http/errors.ts'
import { limitConcurrency } from '../../overload/limit-concurrency.ts'

const MAX_WAITING = 20
const MAX_A_MINUTE = 100
const MINUTE_MS = 60_000

export type PreviewImages = {
  /** @throws ApiError `unavailable` when it is not stored and cannot be drawn now */
  find(key: PreviewKey, content: PreviewContent): Promise<Buffer>
}

type ImageParts = {
  readonly db: Database
  readonly drawing: Pick<DrawingProcess, 'draw'>
  readonly log: Logger
  readonly now?: () => number
}

/** Draws what is not stored yet; concurrent requests for an image share the drawing. */
export function openPreviewImages({ db, drawing, log, now = Date.now }: ImageParts): PreviewImages {
  const running = new Map<string, Promise<Buffer>>()
  const inTurn = limitConcurrency(1, MAX_WAITING)
  const admit = limitByMinute(MAX_A_MINUTE, now)

  async function findOrDraw(key: PreviewKey, content: PreviewContent): Promise<Buffer> {
    const stored = await findPreviewImage(db, key)
    if (stored) return stored
    const png = await inTurn(() => {
      admit()
      return drawing.draw(content, key.theme)
    }).catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      log.error({ err: error, kind: key.kind }, 'a preview image was not drawn')
      throw new ApiError('unavailable')
    })
    await storePreviewImage(db, key, png)
    return png
  }

  return {
    find(key, content) {
      const name = JSON.stringify(key)
      const found = running.get(name) ?? findOrDraw(key, content).finally(() => running.delete(name))
      running.set(name, found)
      return found
    },
  }
}

/** @throws ApiError `unavailable` from its function */
function limitByMinute(limit: number, now: () => number): () => void {
  let admitted: number[] = []
  return () => {
    const since = now() - MINUTE_MS
    admitted = admitted.filter((at) => at > since)
    const [first = 0] = admitted
    if (admitted.length >= limit) {
      throw new ApiError('unavailable', { retryAfter: Math.ceil((first - since) / 1000), shed: 'busy' })
    }
    admitted.push(now())
  }
}
