import { type ApiKey, apiKeyEndpoints, READS_PER_MINUTE } from '@called-it/shared/contract/api-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './api-keys.module.css'
import { NewKey } from './new-key.tsx'

const { listApiKeys, revokeApiKey } = apiKeyEndpoints

/** The fan's keys for programs, which only read. */
export function ApiKeysPage() {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: async ({ signal }) => (await request(listApiKeys, { signal })).keys,
  })
  return (
    <Page title="keys" width="narrow" hasSections>
      <Card heading="my keys" headingLevel={1} note={data?.length || undefined}>
        <p className="soft">
          With a key a program of yours reads the game and your own picks and points, {READS_PER_MINUTE} times
          a minute. It changes nothing. <a href="/api/docs">How to build on it</a>
        </p>
        {data ? (
          <Keys keys={data} />
        ) : isError ? (
          <LoadFailed title="Your keys could not be loaded." onRetry={refetch} />
        ) : (
          <Loading label="Loading your keys...">
            <SkeletonBlocks count={2} height="64px" />
          </Loading>
        )}
      </Card>
      {data && <NewKey keys={data} />}
    </Page>
  )
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0)
    return <EmptyState title="No keys yet.">Make one below for a bot or a page.</EmptyState>
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  )
}

function KeyRow({ apiKey: { id, name, hint, created_at, last_used_at } }: { apiKey: ApiKey }) {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => request(revokeApiKey, { params: { keyId: id } }),
    onSuccess: ({ keys }) => {
      queryClient.setQueryData(queryKeys.apiKeys, keys)
      toast({ title: 'Key revoked', description: name })
    },
    onError: (error) => {
      toastRequestFailure('The key was not revoked', error)
      // Another tab may have revoked it.
      void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })
    },
  })
  return (
    <li ref={passFocusOn} className={styles.key}>
      <div className={styles.words}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="soft small">
          …{hint} · made {formatInstant(created_at)} ·{' '}
          {last_used_at === null ? 'never used' : `last used ${formatInstant(last_used_at)}`}
        </span>
      </div>
      <Button aria-label={`revoke ${name}`} onClick={() => setIsAsking(true)}>
        revoke
      </Button>
      <AlertDialog
        title={`Revoke ${name}?`}
        description="Programs that use it get no more responses, at once."
        confirmLabel="revoke"
        busyText="revoking..."
        busy={revoking.isPending}
        onConfirm={() => revoking.mutate()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </li>
  )
}
