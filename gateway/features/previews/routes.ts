import { LANGUAGES } from '@called-it/languages/texts'
import { PREVIEW_KINDS, PREVIEW_PATH, PREVIEW_THEMES } from '@called-it/shared/contract/preview-images'
import type { Express } from 'express'
import { z } from 'zod'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import type { RequestParts } from '../../parts.ts'
import { revisionOf } from '../../preview-images/content.ts'
import type { DrawingProcess } from '../../preview-images/open-drawing.ts'
import type { ReadPreviewContent } from '../../resources/preview-content.ts'
import { drawChangedShows } from './changed-shows.ts'
import { isSharedLink, openPreviewImages } from './preview-images.ts'

const previewParams = z.object({
  kind: z.enum(PREVIEW_KINDS),
  subject: z.string().max(64),
  revision: z.string(),
  theme: z.enum(PREVIEW_THEMES),
  language: z.enum(LANGUAGES).default('en'),
})
const FILE_NAME = /^(?<revision>[0-9a-f]{1,64})-(?<theme>[a-z]+)(?:-(?<language>[\w-]+))?\.png$/

/** Shares are revoked, links renewed and names hidden: soon afterwards nobody gets the image, by whatever revision. */
const CACHED_BRIEFLY = 'public, max-age=60'

type PreviewParts = Pick<RequestParts, 'postgres' | 'log' | 'watcher' | 'draining'> & {
  readonly limits: Pick<RateLimits, 'count'>
  readonly shedder: Pick<LoadShedder, 'run'>
  readonly drawing: Pick<DrawingProcess, 'draw'>
  readonly readContent: ReadPreviewContent
}

/** Serves the images of `previewPath` without reading the session. */
export function mountPreviews(
  app: Express,
  { postgres, log, shedder, drawing, readContent, limits, ...parts }: PreviewParts,
): void {
  const images = openPreviewImages({ db: postgres.db, drawing, log })
  drawChangedShows({ ...parts, log, images, readContent })
  app.get(PREVIEW_PATH, async ({ params, ip }, response) => {
    requestFacts(response.req).route = 'preview'
    const path = previewParams.safeParse({ ...params, ...FILE_NAME.exec(params.file)?.groups })
    if (!path.success) throw new ApiError('not_found')
    const { kind, subject, theme, language } = path.data
    const content = await shedder.run(() => readContent(kind, subject))
    const revision = revisionOf(content)
    const client = { account: null, address: ip ?? '' }
    const png = await images.find({ kind, subject, theme, language, revision }, content, () =>
      limits.count(isSharedLink(kind) ? 'draw-shared-preview' : 'draw-preview', client),
    )
    // Another revision gets the current image, so that invented ones cost no drawing.
    response.set('Cache-Control', CACHED_BRIEFLY).type('png').send(png)
  })
}
