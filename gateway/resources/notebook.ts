import type { Site } from '@called-it/shared/contract/site'
import { ApiError } from '../http/errors.ts'

/**
 * @param notebook the path segment, `<slug>-notebook`
 * @throws ApiError `not_found` unless the slug is that of the band's songwriter
 */
export function checkNotebook(site: Site, notebook: string): void {
  if (notebook !== `${site.songwriter.slug}-notebook`) throw new ApiError('not_found')
}
