import { type WebhookDelivery, webhookEndpoints } from '@called-it/shared/contract/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { toast } from '../../../ui/toast.ts'
import { Pager } from '../pager.tsx'
import { usePages } from '../use-pages.ts'
import { KIND_LABELS } from './kind-labels.ts'
import styles from './webhooks.module.css'

const { listDeliveries, sendDeliveryAgain } = webhookEndpoints

export function Deliveries({ webhookId }: { webhookId: number }) {
  const pages = usePages()
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.adminDeliveries(webhookId, pages.after),
    queryFn: ({ signal }) =>
      request(listDeliveries, { params: { webhookId }, query: { before: pages.after?.toString() }, signal }),
    refetchOnMount: 'always',
  })
  if (!data)
    return <NotLoaded what={t('admin.deliveries')} query={{ isError, refetch }} blocks={[3, '64px']} />
  if (data.deliveries.length === 0) {
    return <EmptyState title={t('admin.none-sent')}>{t('admin.kept-90')}</EmptyState>
  }
  return (
    <>
      <ul className={styles.list}>
        {data.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      <Pager label={t('admin.pages-sent')} pages={pages} next={data.next} />
    </>
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) {
  const queryClient = useQueryClient()
  const { id, kind, created_at, attempts } = delivery
  const label = `${t(KIND_LABELS[kind])}, ${formatInstant(created_at)}`
  const sending = useMutation({
    mutationFn: () => request(sendDeliveryAgain, { params: { webhookId, deliveryId: id } }),
    onSuccess: async () => {
      toast({ title: t('admin.sent-again'), description: label })
      await queryClient.invalidateQueries({ queryKey: queryKeys.adminWebhooks })
    },
    onError: (error) => toastAdminFailure(t('admin.not-again'), error),
  })
  return (
    <li className="spread">
      <div className={styles.words}>
        <span>{label}</span>
        <span className="soft small">
          {t('admin.attempts', { state: stateOf(delivery), count: attempts })}
        </span>
      </div>
      <Button
        variant="quiet"
        aria-label={`${t('admin.send-again')}: ${label}`}
        busy={sending.isPending}
        busyText={t('admin.sending')}
        onClick={() => sending.mutate()}
      >
        {t('admin.send-again')}
      </Button>
    </li>
  )
}

function stateOf({ delivered_at, last_error }: WebhookDelivery): string {
  if (delivered_at !== null) return t('admin.arrived', { at: formatInstant(delivered_at) })
  return last_error === null ? t('admin.waits') : t('admin.failed', { error: last_error })
}
