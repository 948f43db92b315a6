import { type Replay, replayEndpoints } from '@called-it/shared/contract/replays'
import type { Show } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { ApiError, requestRun } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useAskAgain } from '../../../lib/api/use-ask-again.ts'
import { useRefetchSoon } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { paths } from '../../../lib/paths.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { NightHead } from '../night-head.tsx'
import { ShowOfAddress } from '../show-of-address.tsx'
import { ReplayStage } from './replay-stage.tsx'
import { songOf } from './song-in-address.tsx'
import { StageSkeleton } from './stage-skeleton.tsx'

/** A scored show again, song by song. */
export function ReplayPage() {
  return (
    <ShowOfAddress title={t('replay.title')}>
      {(show) => (
        <Page title={t('replay.title-of', { venue: show.venue, date: plainDate(show.showdate) })} hasSections>
          <NightHead kind={t('replay.kind')} show={show}>
            <ButtonLink to={paths.show(show.id)}>{t('replay.to-show')}</ButtonLink>
          </NightHead>
          <Replayed key={show.id} show={show} />
        </Page>
      )}
    </ShowOfAddress>
  )
}

function Replayed({ show }: { show: Show }) {
  const { user, isPending } = useCurrentUser()
  const predictions = useCurrentUserPredictions()
  const { data: replay, error, refetch } = useReplay(show.id)
  const [search] = useSearchParams()
  const [firstSong] = useState(songOf(search))
  // The show has no scores, or none yet.
  if (!replay && error instanceof ApiError && error.status === 409) {
    return (
      <Card>
        <EmptyState
          title={t('replay.no-score')}
          action={<ButtonLink to={paths.show(show.id)}>{t('replay.to-show')}</ButtonLink>}
        >
          {t('replay.later')}
        </EmptyState>
      </Card>
    )
  }
  if (!replay && error) {
    return (
      <Card>
        <LoadFailed title={t('replay.failed')} onRetry={refetch} />
      </Card>
    )
  }
  // A fan's own card comes first, so nothing is shown that it would push down.
  if (!replay || isPending || (user && predictions.isPending)) {
    return <StageSkeleton label={t(replay === null ? 'replay.computed' : 'replay.loads')} />
  }
  if (replay.performances.length === 0) {
    return (
      <Card>
        <EmptyState title={t('replay.no-songs')} />
      </Card>
    )
  }
  const picks = user && predictions.data?.find(({ show_id }) => show_id === show.id)?.setlist
  return <ReplayStage replay={replay} picks={picks ?? null} userId={user?.id ?? null} firstSong={firstSong} />
}

/** Null while it is computed. */
function useReplay(showId: number): UseQueryResult<Replay | null> {
  const queryKey = queryKeys.replay(showId)
  const refetchSoon = useRefetchSoon(queryKey)
  useServerEvent('show:changed', ({ show }) => show.id === showId && refetchSoon())
  useServerEvent('users:deleted', refetchSoon)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const reply = await requestRun(replayEndpoints.getReplay, { params: { showId }, signal })
      return reply.finished ? reply.result : null
    },
  })
  useAskAgain(query.data === null, query.refetch)
  return query
}
