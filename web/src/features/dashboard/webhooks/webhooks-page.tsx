import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { NewSecret } from './new-secret.tsx'
import { useCreateWebhook, useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookFields } from './webhook-fields.tsx'

const EMPTY = { name: '', url: '', format: 'json', kinds: [], has_spoilers: false } as const

export function WebhooksPage() {
  const { data, isError, refetch } = useWebhooks()
  return (
    <Page title={t('admin.webhooks')} width="narrow" hasSections>
      <h1>{t('admin.webhooks')}</h1>
      {data ? (
        <>
          {data.length === 0 && (
            <EmptyState title={t('admin.no-hooks')}>{t('admin.no-hooks-hint')}</EmptyState>
          )}
          {data.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
          <NewWebhook ids={data.map(({ id }) => id)} />
        </>
      ) : (
        <NotLoaded what={t('admin.hooks-what')} query={{ isError, refetch }} blocks={[1, '470px']} />
      )}
    </Page>
  )
}

function NewWebhook({ ids }: { ids: readonly number[] }) {
  const { data: made, isPending, mutateAsync } = useCreateWebhook()
  return (
    <Card heading={t('admin.new-hook')}>
      {made && ids.includes(made.id) && <NewSecret secret={made.secret} />}
      <WebhookFields
        values={{ ...EMPTY, kinds: [] }}
        urlHint={t('admin.url-hint')}
        submitLabel={t('admin.make-hook')}
        busy={isPending}
        onSubmit={mutateAsync}
      />
    </Card>
  )
}
