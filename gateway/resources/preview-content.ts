import type { Database } from '@called-it/infra/postgres/client'
import type { PreviewContent } from '@called-it/infra/preview-images/content'
import type { PreviewKind } from '@called-it/shared/contract/preview-images'
import type { Site } from '@called-it/shared/contract/site'
import { ApiError } from '../http/errors.ts'
import { readSharedCard } from './shared-card.ts'

/**
 * What the preview image of a page shows, also for the page's title and description.
 *
 * @throws ApiError as the page: 404 or 410
 */
export async function readPreviewContent(
  { db, site }: { readonly db: Database; readonly site: Site },
  kind: PreviewKind,
  subject: string,
): Promise<PreviewContent> {
  if (kind !== 'share') throw new ApiError('not_found')
  const { name, show, result } = await readSharedCard(db, site, subject)
  const { date, venue, location } = show
  return { kind, band: site.band.name, name, show: { date, venue, location }, result }
}
