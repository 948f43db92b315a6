import type { CurrentUser } from '@called-it/shared/contract/current-user'
import type { Show } from '@called-it/shared/contract/shows'
import type { ComponentProps } from 'react'
import { useParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { hasCode } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchOnConnect } from '../../lib/events/use-refetch-soon.ts'
import { useLiveEditor } from '../../lib/live/use-live-editor.ts'
import { paths, readShowId } from '../../lib/paths.ts'
import { useShow } from '../../lib/shows/use-shows.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnknownShow } from '../../ui/unknown-show.tsx'
import { LiveDesk } from './live-desk.tsx'
import styles from './live-editor.module.css'

/** For admins and live operators: what the band plays, song by song, for one thumb in a dark hall. */
export function LiveEditorPage() {
  const showId = readShowId(useParams().showId)
  const { data: show, error, isError, refetch } = useShow(showId)
  const { user } = useCurrentUser()
  if (showId === null || hasCode(error, 'show_not_found') || hasCode(error, 'malformed_path')) {
    return <UnknownShow />
  }
  if (show && user) return <ShowEditor key={`${show.id} ${user.id}`} show={show} user={user} />
  return (
    <Page title={t('editor.title')}>
      <EditorNotLoaded query={{ isError, refetch }} />
    </Page>
  )
}

function ShowEditor({ show, user }: { show: Show; user: CurrentUser }) {
  const editor = useLiveEditor(show.id)
  useRefetchOnConnect(queryKeys.show(show.id))
  if (show.is_scored || show.is_cancelled) return <Closed show={show} isAdmin={user.is_admin} />
  return (
    <Page title={t('editor.title-of', { venue: show.venue })}>
      {editor.data && <LiveDesk show={show} user={user} editor={editor.data} refresh={editor.refresh} />}
      {!editor.data && <EditorNotLoaded query={editor} />}
    </Page>
  )
}

function Closed({ show, isAdmin }: { show: Show; isAdmin: boolean }) {
  return (
    <Page title={t('editor.title-of', { venue: show.venue })}>
      <Card heading={show.venue} headingLevel={1}>
        <EmptyState
          title={show.is_cancelled ? t('editor.cancelled') : t('editor.scored')}
          action={
            <>
              {isAdmin && <ButtonLink to={paths.setlistEditor(show.id)}>{t('editor.to-setlist')}</ButtonLink>}
              <ButtonLink variant="quiet" to={paths.show(show.id)}>
                {t('editor.show-page')}
              </ButtonLink>
            </>
          }
        >
          {!show.is_cancelled && t('editor.correct-hint')}
        </EmptyState>
      </Card>
    </Page>
  )
}

function EditorNotLoaded({ query }: Pick<ComponentProps<typeof NotLoaded>, 'query'>) {
  return (
    <NotLoaded what={t('editor.what')} query={query} failsInCard className={styles.waiting}>
      <Skeleton height="56px" shape="block" />
      <Skeleton height="220px" shape="block" />
      <Skeleton height="300px" shape="block" />
    </NotLoaded>
  )
}
