import type { Database } from '@called-it/infra/postgres/client'
import {
  findPreviewImage,
  type PreviewKey,
  storePreviewImage,
} from '@called-it/infra/postgres/queries/previews/preview-images'
import type { PreviewKind } from '@called-it/shared/contract/preview-images'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { ApiError } from '../../http/errors.ts'
import { limitConcurrency } from '../../overload/limit-concurrency.ts'
import type { PreviewContent } from '../../preview-images/content.ts'
import type { DrawingProcess } from '../../preview-images/open-drawing.ts'

/** More than one address can cause. */
const MAX_WAITING = 40
const MAX_A_MINUTE = 100
const MINUTE_MS = 60_000

export type PreviewImages = {
  /**
   * @param admit awaited before an image is drawn
   * @throws ApiError `unavailable` when it is not stored and cannot be drawn now
   */
  find(key: PreviewKey, content: PreviewContent, admit: () => Promise<void>): Promise<Buffer>
}

/** Of links that users share, so that requests for other images do not keep theirs from being drawn. */
export const isSharedLink = (kind: PreviewKind) => kind === 'share' || kind === 'invitation'

type ImageParts = {
  readonly db: Database
  readonly drawing: Pick<DrawingProcess, 'draw'>
  readonly log: Logger
  readonly now?: () => number
}

/** Draws what is not stored yet; concurrent requests for an image share the drawing. */
export function openPreviewImages({ db, drawing, log, now = Date.now }: ImageParts): PreviewImages {
  const running = new Map<string, Promise<Buffer>>()
  const openQueue = () => ({
    inTurn: limitConcurrency(1, MAX_WAITING),
    count: limitByMinute(MAX_A_MINUTE, now),
  })
  const [ofLinks, ofPages] = [openQueue(), openQueue()]
  /** The first of both queues. */
  const oneAtATime = pLimit(1)

  async function draw(key: PreviewKey, content: PreviewContent): Promise<Buffer> {
    const { inTurn, count } = isSharedLink(key.kind) ? ofLinks : ofPages
    return await inTurn(async () => {
      // Another gateway may have drawn it meanwhile.
      const stored = await findPreviewImage(db, key)
      if (stored) return stored
      count()
      const png = await oneAtATime(() => drawing.draw(content, key.theme, key.language))
      await storePreviewImage(db, key, png)
      return png
    }).catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      log.error({ err: error, kind: key.kind }, 'a preview image was not drawn')
      throw new ApiError('unavailable')
    })
  }

  return {
    async find(key, content, admit) {
      const name = JSON.stringify(key)
      const found = running.get(name) ?? (await findPreviewImage(db, key))
      if (found) return found
      await admit()
      const drawn = running.get(name) ?? draw(key, content).finally(() => running.delete(name))
      running.set(name, drawn)
      return drawn
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
