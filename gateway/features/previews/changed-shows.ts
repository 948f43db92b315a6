import { revisionOf } from '@called-it/infra/preview-images/content'
import { readTopic } from '@called-it/shared/contract/live'
import { ApiError } from '../../http/errors.ts'
import type { RequestParts } from '../../parts.ts'
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

/** Draws the image of a show soon after it has changed, in the theme of link previews: no visitor has to wait for it. */
export function drawChangedShows({
  watcher,
  draining,
  log,
  images,
  readContent,
  delayMs = DELAY_MS,
}: DrawingParts): void {
  const waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  async function draw(showId: number): Promise<void> {
    const [kind, subject, theme] = ['show', String(showId), 'dark'] as const
    const content = await readContent(kind, subject)
    await images.find({ kind, subject, theme, revision: revisionOf(content) }, content, async () => undefined)
  }

  async function drawWaiting(): Promise<void> {
    for (const showId of waiting) {
      waiting.delete(showId)
      await draw(showId).catch((error: unknown) => {
        if (!(error instanceof ApiError))
          log.warn({ err: error, showId }, 'the image of a changed show was not drawn')
      })
      if (draining.aborted) return
    }
    timer = undefined
  }

  const stop = watcher.onChange(
    (topic) => showOf(topic) !== null,
    (topic) => {
      const showId = showOf(topic)
      if (showId === null || waiting.size >= MAX_WAITING) return
      waiting.add(showId)
      timer ??= setTimeout(() => void drawWaiting(), delayMs).unref()
    },
  )
  draining.addEventListener('abort', () => {
    stop()
    clearTimeout(timer)
  })
}

function showOf(name: string): number | null {
  const topic = readTopic(name)
  return topic?.kind === 'show' || topic?.kind === 'live' ? topic.showId : null
}
