import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'
import { KIND_LABELS } from '@called-it/shared/notifications/labels'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { ApiError, request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './settings/settings.module.css'

const { getUnsubscription, unsubscribe } = notificationSettingsEndpoints

/** From the link in a mail, without a login. */
export function UnsubscribePage() {
  const { token = '', kind: given } = useParams()
  const kind = ANNOUNCEMENT_KINDS.find((known) => known === given)
  return (
    <Page title={t('inbox.unsubscribe')} width="narrow">
      <Card heading={t('inbox.unsubscribe')} headingLevel={1}>
        <div className={styles.spaced}>
          {kind ? <Unsubscription token={token} kind={kind} /> : <InvalidLink />}
          <p>
            <Link to={paths.notificationSettings}>{t('inbox.settings')}</Link>
          </p>
        </div>
      </Card>
    </Page>
  )
}

function Unsubscription(params: { token: string; kind: (typeof ANNOUNCEMENT_KINDS)[number] }) {
  const queryKey = queryKeys.unsubscription(params.token, params.kind)
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(getUnsubscription, { params, signal }),
  })
  const leaving = useMutation({
    mutationFn: () => request(unsubscribe, { params }),
    onSuccess: (left) => queryClient.setQueryData(queryKey, left),
    onError: (failure) => toastRequestFailure(t('inbox.still-on'), failure),
  })
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <InvalidLink />
  if (error && !data) return <LoadFailed title={t('inbox.not-checked')} onRetry={refetch} />
  if (!data) {
    return (
      <Loading label={t('inbox.checking')}>
        <SkeletonBlocks count={1} height="64px" />
      </Loading>
    )
  }
  const label = t(KIND_LABELS[params.kind])
  return (
    <>
      {/* Always there, so that the change is read out. */}
      <div role="status">{!data.is_on && <Notice tone="good">{t('inbox.no-mails', { label })}</Notice>}</div>
      {data.is_on && (
        <>
          <p>{t('inbox.mails', { label })}</p>
          <Button variant="main" busy={leaving.isPending} onClick={() => leaving.mutate()}>
            {t('inbox.stop')}
          </Button>
        </>
      )}
    </>
  )
}

function InvalidLink() {
  return (
    <Notice tone="danger" role="alert">
      {t('inbox.dead-link')}
    </Notice>
  )
}
