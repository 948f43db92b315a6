import { useParams } from 'react-router-dom'
import { hasCode } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { useSongs } from '../../../lib/songs.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { useAdminShow, useCurrentSetlist } from '../admin-queries.ts'
import styles from './desk.module.css'
import { SetlistDesk } from './setlist-desk.tsx'

/** Where an admin works on one show: what was played, when its picks close, and its scores. */
export function DeskPage() {
  const showId = Number(useParams().showId)
  return (
    <Page title="setlist desk" className={styles.page}>
      <LoadedDesk showId={showId} />
    </Page>
  )
}

function LoadedDesk({ showId }: { showId: number }) {
  const show = useAdminShow(showId)
  const setlist = useCurrentSetlist(showId)
  const songs = useSongs()
  const parts = [show, setlist, songs]
  if (show.data && setlist.data !== undefined && songs.data) {
    return <SetlistDesk show={show.data} current={setlist.data} songs={songs.data} />
  }
  if (hasCode(show.error, 'show_not_found') || hasCode(show.error, 'malformed_path')) {
    return (
      <EmptyState
        title="There is no such show."
        action={<ButtonLink to={paths.adminScoring}>Score Management</ButtonLink>}
      />
    )
  }
  if (parts.some(({ isError }) => isError)) {
    return (
      <EmptyState
        drawing="unplugged"
        title="The setlist could not be loaded."
        action={<Button onClick={() => parts.forEach((part) => void part.refetch())}>try again</Button>}
      />
    )
  }
  return (
    <Loading label="Loading setlist..." className={styles.loading}>
      <Skeleton height="64px" shape="block" />
      <Skeleton height="420px" shape="block" />
    </Loading>
  )
}
