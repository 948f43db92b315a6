import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { NewSecret } from './new-secret.tsx'
import { useCreateWebhook, useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookFields } from './webhook-fields.tsx'

const EMPTY = { name: '', url: '', format: 'json', kinds: [], has_spoilers: false } as const

export function WebhooksPage() {
  const { data, isPending, refetch } = useWebhooks()
  return (
    <Page title="webhooks" width="narrow" hasSections>
      <h1>webhooks</h1>
      {isPending ? (
        <Loading label="Loading webhooks...">
          <Skeleton height="470px" shape="block" />
        </Loading>
      ) : data ? (
        <>
          {data.length === 0 && (
            <EmptyState title="No webhooks yet.">Make one below, for a channel or a program.</EmptyState>
          )}
          {data.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
          <NewWebhook ids={data.map(({ id }) => id)} />
        </>
      ) : (
        <LoadFailed title="The webhooks could not be loaded." onRetry={refetch} />
      )}
    </Page>
  )
}

function NewWebhook({ ids }: { ids: readonly number[] }) {
  const { data: made, isPending, mutateAsync } = useCreateWebhook()
  return (
    <Card heading="new webhook">
      {made && ids.includes(made.id) && <NewSecret secret={made.secret} />}
      <WebhookFields
        values={{ ...EMPTY, kinds: [] }}
        urlHint="The one that Discord, Slack or your program gives you; https:// only"
        submitLabel="make a webhook"
        busy={isPending}
        onSubmit={mutateAsync}
      />
    </Card>
  )
}
