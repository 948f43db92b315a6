import { readTopic } from '@called-it/shared/contract/events'
import { ApiError } from '../../http/errors.ts'
import type { RequestParts } from '../../parts.ts'
import { revisionOf } from '../../preview-images/content.ts'
import type { ReadPreviewContent } from '../../resources/preview-content.ts'
import type { PreviewImages } from './preview-images.ts'

/** Makes one image of a burst of changes. */
const DELAY_MS = 5_000
/** An import changes thousands of shows: most images are drawn when somebody asks for them. */
const MAX_WAITING = 20

type DrawingParts = Pick<RequestParts, 'watcher' | 'draining' | 'log'> & {
  readonly images: PreviewImages
  readonly readContent: ReadPreviewContent
  readonly delayMs?: number
}

/** Draws the image of a show soon after it has changed, as most link previews have it: no visitor has to wait for it. */
export function drawChangedShows({
  watcher,
  draining,
  log,
  images,
  readContent,
  delayMs = DELAY_MS,
}: DrawingParts): void {
  const waiting = new Set<number>()
  let isScheduled = false

  async function draw(showId: number): Promise<void> {
    const [kind, subject, theme, language] = ['show', String(showId), 'dark', 'en'] as const
    try {
      const content = await readContent(kind, subject)
      const key = { kind, subject, theme, language, revision: revisionOf(content) }
      await images.find(key, content, async () => undefined)
    } catch (error) {
      if (error instanceof ApiError) return
      log.warn({ err: error, showId }, 'the image of a changed show was not drawn')
    }
  }

  async function drawWaiting(): Promise<void> {
    for (const showId of waiting) {
      if (draining.aborted) return
      waiting.delete(showId)
      await draw(showId)
    }
    isScheduled = false
  }

  const stop = watcher.onChange(
    () => waiting.size < MAX_WAITING,
    (name) => {
      const topic = readTopic(name)
      if (topic?.kind !== 'show' && topic?.kind !== 'live') return
      waiting.add(topic.showId)
      if (!isScheduled) setTimeout(() => void drawWaiting(), delayMs).unref()
      isScheduled = true
    },
  )
  draining.addEventListener('abort', stop)
}
