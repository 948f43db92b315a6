import { useParams } from 'react-router-dom'
import { hasCode } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { useCatalogueChanges, useSongs } from '../../../lib/songs/songs.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAdminShow, useCurrentSetlist } from '../show-queries.ts'
import { SetlistEditor } from './setlist-editor.tsx'

export function SetlistEditorPage() {
  const showId = Number(useParams().showId)
  return (
    <Page title={t('setlist.title')} hasSections>
      <LoadedEditor showId={showId} />
    </Page>
  )
}

function LoadedEditor({ showId }: { showId: number }) {
  const show = useAdminShow(showId)
  const setlist = useCurrentSetlist(showId)
  const songs = useSongs()
  useCatalogueChanges()
  const queries = [show, setlist, songs]
  if (show.data && setlist.data !== undefined && songs.data) {
    return <SetlistEditor show={show.data} current={setlist.data} songs={songs.data} />
  }
  if (hasCode(show.error, 'show_not_found') || hasCode(show.error, 'malformed_path')) {
    return (
      <EmptyState
        title={t('setlist.no-show')}
        action={<ButtonLink to={paths.adminScoring}>{t('setlist.to-scoring')}</ButtonLink>}
      />
    )
  }
  const query = {
    isError: queries.some(({ isError }) => isError),
    refetch: () => queries.forEach((each) => void each.refetch()),
  }
  return (
    <NotLoaded what={t('setlist.what')} query={query} className="cards">
      <Skeleton height="64px" shape="block" />
      <Skeleton height="420px" shape="block" />
    </NotLoaded>
  )
}
