import type { Webhook } from '@called-it/shared/contract/webhooks'
import { useState } from 'react'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Deliveries } from './deliveries.tsx'
import { NewSecret } from './new-secret.tsx'
import { useChangeWebhook, useDeleteWebhook, useRenewSecret } from './use-webhooks.ts'
import { WebhookFields } from './webhook-fields.tsx'
import styles from './webhooks.module.css'

export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { id, name, host, format, kinds, has_spoilers, disabled_at } = webhook
  const change = useChangeWebhook(webhook)
  const renew = useRenewSecret(webhook)
  const values = { name, format, kinds, has_spoilers, url: '' }
  const isEnabled = disabled_at === null
  return (
    <Card heading={<bdi>{name}</bdi>} className={styles.card}>
      <p className="soft small">{t('admin.hook-facts', { host, format, spoilers: String(has_spoilers) })}</p>
      <Trouble webhook={webhook} />
      {renew.data && <NewSecret secret={renew.data.secret} />}
      <div className="buttons">
        <Button
          aria-label={isEnabled ? t('admin.disable-name', { name }) : t('admin.enable-name', { name })}
          busy={change.isPending}
          busyText={t('admin.saving')}
          onClick={() => change.mutate({ ...values, is_enabled: !isEnabled })}
        >
          {isEnabled ? t('admin.disable') : t('admin.enable')}
        </Button>
        <Button
          aria-label={t('admin.renew-of', { name })}
          busy={renew.isPending}
          busyText={t('admin.renewing')}
          onClick={() => renew.mutate()}
        >
          {t('admin.renew')}
        </Button>
        <DeleteWebhook webhook={webhook} />
      </div>
      <Disclosure title={t('admin.change-name', { name })}>
        <WebhookFields
          values={values}
          urlHint={t('admin.keep-url', { host })}
          submitLabel={t('admin.save')}
          busy={change.isPending}
          onSubmit={(entered) => change.mutateAsync({ ...entered, is_enabled: isEnabled })}
        />
      </Disclosure>
      <Disclosure title={t('admin.deliveries-to', { name })}>
        <Deliveries webhookId={id} />
      </Disclosure>
    </Card>
  )
}

function Trouble({ webhook: { failing_since, disabled_at, last_error, open } }: { webhook: Webhook }) {
  const waiting = open > 0 && t('admin.queued', { count: String(open) })
  if (disabled_at !== null) {
    return (
      <Notice tone="danger" title={t('admin.disabled-at', { at: formatInstant(disabled_at) })}>
        <p>
          {[
            failing_since && t('admin.failed-from', { at: formatInstant(failing_since) }),
            last_error,
            waiting,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </Notice>
    )
  }
  if (failing_since === null) return waiting && <p className="soft small">{waiting}</p>
  return (
    <Notice tone="warning" title={t('admin.failing', { at: formatInstant(failing_since) })}>
      <p>{[last_error, waiting, t('admin.retried')].filter(Boolean).join(' · ')}</p>
    </Notice>
  )
}

function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const [isAsking, setIsAsking] = useState(false)
  const deleting = useDeleteWebhook(webhook)
  return (
    <>
      <Button aria-label={t('admin.delete-name', webhook)} onClick={() => setIsAsking(true)}>
        {t('admin.delete')}
      </Button>
      <AlertDialog
        title={t('admin.delete-ask', webhook)}
        description={t('admin.delete-hint')}
        confirmLabel={t('admin.delete')}
        busyText={t('admin.deleting')}
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </>
  )
}
