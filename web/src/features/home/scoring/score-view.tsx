import { useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { ApiError, hasCode, serverMessage } from '../../../lib/api/api.ts'
import { useRefetchOnConnect } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { paths } from '../../../lib/paths.ts'
import { breakdownQuery } from '../../../lib/shows/breakdown.ts'
import { useSetlist } from '../../../lib/shows/use-setlist.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import { ScoreCard } from './score-card.tsx'
import { ScoreSkeleton } from './score-skeleton.tsx'
import { ScoreTitle } from './score-title.tsx'
import styles from './scoring.module.css'

type ScoreViewProps = { showId: number; onClose: () => void }

export function ScoreView({ showId, onClose }: ScoreViewProps) {
  const { prediction, breakdown } = useScore(showId)
  const back = <Button onClick={onClose}>{t('score.back')}</Button>
  const { data } = breakdown

  if (data?.breakdown && data.actualSetlist) {
    return (
      <ScoreCard
        breakdown={data.breakdown}
        actualSetlist={data.actualSetlist}
        picks={data.prediction.setlist}
        showDetails={data.showDetails}
        standing={data.standing}
        corrections={data.corrections}
        notes={<ShowNotes showId={showId} />}
        actions={
          <div className={clsx(styles.actions, 'buttons')}>
            <ShareButton variant="main" size="l" showId={showId} />
            <ButtonLink size="l" to={paths.replay(showId)}>
              {t('score.replay')}
            </ButtonLink>
          </div>
        }
        onClose={onClose}
      />
    )
  }
  if (prediction.data === null) return <EmptyState title={t('score.no-picks')} action={back} />
  const error = prediction.error ?? breakdown.error
  if (data || hasCode(error, 'not_scored')) {
    return (
      <>
        <ScoreTitle title={t('score.unavailable')} />
        <EmptyState title={data ? describeMissing(data) : describeScoreFailure(error)} action={back} />
      </>
    )
  }
  if (error) {
    return (
      <>
        <ScoreTitle title={t('score.load-error')} />
        <LoadFailed
          title={prediction.error ? t('score.picks-failed') : describeScoreFailure(error)}
          onRetry={(prediction.error ? prediction : breakdown).refetch}
          moreActions={back}
        />
      </>
    )
  }
  return <ScoreSkeleton />
}

function describeMissing(payload: { breakdown?: unknown; actualSetlist?: unknown }): string {
  if (payload.breakdown) return t('score.no-actual')
  return t(payload.actualSetlist ? 'score.no-breakdown' : 'error.not-scored')
}

function ShowNotes({ showId }: { showId: number }) {
  const { data, isError, refetch } = useSetlist(showId)
  if (data) return <p className={styles.notes}>{data.setlistnotes || t('score.no-notes')}</p>
  return (
    <NotLoaded what={t('score.the-notes')} query={{ isError, refetch }}>
      <Skeleton width="78%" />
    </NotLoaded>
  )
}

function useScore(showId: number) {
  const queryClient = useQueryClient()
  const prediction = useCurrentUserPrediction(showId)
  const predictionId = prediction.data?.id ?? 0
  const query = breakdownQuery(predictionId)
  const refetch = () => void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true })

  useServerEvent('score:changed', (event) => {
    if (event.showId === showId) refetch()
  })
  useRefetchOnConnect(query.queryKey)
  const breakdown = useQuery({
    ...query,
    enabled: predictionId !== 0,
    refetchOnMount: 'always',
  })
  return { prediction, breakdown }
}

function describeScoreFailure(error: unknown): string {
  if (hasCode(error, 'setlist_not_found')) return t('score.not-happened')
  if (error instanceof ApiError) return serverMessage(error, t('score.failed'))
  return t('score.unexpected')
}
