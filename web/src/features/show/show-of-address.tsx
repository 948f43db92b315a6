import type { Show } from '@called-it/shared/contract/shows'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { hasCode } from '../../lib/api/api.ts'
import { readShowId } from '../../lib/paths.ts'
import { useShow } from '../../lib/shows/use-shows.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { UnknownShow } from '../../ui/unknown-show.tsx'
import { HeadSkeleton } from './show-skeletons.tsx'

type ShowOfAddressProps = {
  /** Until the show is loaded. */
  title: string
  skeleton?: ReactNode
  children: (show: Show) => ReactNode
}

/** The page of the show in the address, once it is loaded. */
export function ShowOfAddress({ title, skeleton, children }: ShowOfAddressProps) {
  const showId = readShowId(useParams().showId)
  const { data: show, error, refetch } = useShow(showId)
  if (showId === null || hasCode(error, 'show_not_found') || hasCode(error, 'malformed_path')) {
    return <UnknownShow />
  }
  if (show) return children(show)
  if (!error) return <ShowLoading title={title} skeleton={skeleton} />
  return (
    <Page title={title} hasSections>
      <Card>
        <LoadFailed title={t('show.failed')} onRetry={refetch} />
      </Card>
    </Page>
  )
}

export function ShowLoading({
  title,
  skeleton = <HeadSkeleton />,
}: Pick<ShowOfAddressProps, 'title' | 'skeleton'>) {
  return (
    <Page title={title} hasSections>
      <Loading label={t('show.loads')}>{skeleton}</Loading>
    </Page>
  )
}
