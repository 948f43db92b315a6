import { useConfig } from '../../lib/api/site.ts'
import { useShow } from '../../lib/shows/use-shows.ts'
import { isCoveredPage, showIdOfPage } from './covered-pages.ts'

/** Whether the site overlay covers a page; null until the choice for its show is known. */
export function useIsCovered(pathname: string): boolean | null {
  const isOn = useConfig().data?.siteOverlayEnabled === true && isCoveredPage(pathname)
  const { data: show, isLoading } = useShow(isOn ? showIdOfPage(pathname) : null)
  if (isOn && isLoading && !show) return null
  return isOn && show?.overlay !== 'live'
}
