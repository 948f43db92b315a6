import type { Webhook } from '@called-it/shared/contract/webhooks'
import { useState } from 'react'
import { formatInstant } from '../../../lib/words/format-instant.ts'
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
      <p className="soft small">
        {host} · {format} · {has_spoilers ? 'with' : 'without'} spoilers
      </p>
      <Trouble webhook={webhook} />
      {renew.data && <NewSecret secret={renew.data.secret} />}
      <div className="buttons">
        <Button
          aria-label={`${isEnabled ? 'disable' : 'enable'} ${name}`}
          busy={change.isPending}
          busyText="saving..."
          onClick={() => change.mutate({ ...values, is_enabled: !isEnabled })}
        >
          {isEnabled ? 'disable' : 'enable'}
        </Button>
        <Button
          aria-label={`renew the secret of ${name}`}
          busy={renew.isPending}
          busyText="renewing..."
          onClick={() => renew.mutate()}
        >
          renew the secret
        </Button>
        <DeleteWebhook webhook={webhook} />
      </div>
      <Disclosure title={`change ${name}`}>
        <WebhookFields
          values={values}
          urlHint={`Leave it empty to keep the address at ${host}`}
          submitLabel="save"
          busy={change.isPending}
          onSubmit={(entered) => change.mutateAsync({ ...entered, is_enabled: isEnabled })}
        />
      </Disclosure>
      <Disclosure title={`deliveries to ${name}`}>
        <Deliveries webhookId={id} />
      </Disclosure>
    </Card>
  )
}

function Trouble({ webhook: { failing_since, disabled_at, last_error, open } }: { webhook: Webhook }) {
  const waiting = open > 0 && `${open} waiting`
  if (disabled_at !== null) {
    return (
      <Notice tone="danger" title={`Disabled since ${formatInstant(disabled_at)}`}>
        <p>
          {[failing_since && `It failed from ${formatInstant(failing_since)}`, last_error, waiting]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </Notice>
    )
  }
  if (failing_since === null) return waiting && <p className="soft small">{waiting}</p>
  return (
    <Notice tone="warning" title={`Failing since ${formatInstant(failing_since)}`}>
      <p>
        {[last_error, waiting, 'It is tried again, and disabled after three days']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Notice>
  )
}

function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const [isAsking, setIsAsking] = useState(false)
  const deleting = useDeleteWebhook(webhook)
  return (
    <>
      <Button aria-label={`delete ${webhook.name}`} onClick={() => setIsAsking(true)}>
        delete
      </Button>
      <AlertDialog
        title={`Delete ${webhook.name}?`}
        description="Its deliveries go too, also those that have not arrived."
        confirmLabel="delete"
        busyText="deleting..."
        busy={deleting.isPending}
        onConfirm={() => deleting.mutate()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </>
  )
}
