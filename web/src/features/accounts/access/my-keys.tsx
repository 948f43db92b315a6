import { type ApiKey, apiKeyEndpoints, READS_PER_MINUTE } from '@called-it/shared/contract/api-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { toast } from '../../../ui/toast.ts'
import { RemovableRow } from './removable-row.tsx'

const { listApiKeys, revokeApiKey } = apiKeyEndpoints

export function useApiKeys() {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: async ({ signal }) => (await request(listApiKeys, { signal })).keys,
  })
}

/** `children`: the way to make one, where that is not on the same page. */
export function MyKeys({ headingLevel, children }: { headingLevel: 1 | 2; children?: ReactNode }) {
  const { data, isError, refetch } = useApiKeys()
  return (
    <Card heading={t('account.my-keys')} headingLevel={headingLevel} note={data?.length || undefined}>
      <p className="soft">
        <Rich
          id="account.keys-about"
          times={READS_PER_MINUTE}
          link={(words) => <a href="/api/docs">{words}</a>}
        />
      </p>
      {data ? (
        <Keys keys={data} />
      ) : (
        <NotLoaded what={t('account.keys-what')} query={{ isError, refetch }} blocks={[2, '64px']} />
      )}
      {children}
    </Card>
  )
}

function Keys({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return <EmptyState title={t('account.no-keys')}>{t('account.keys-make')}</EmptyState>
  return (
    <ul className="stack-3 apart">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  )
}

function KeyRow({ apiKey: { id, name, hint, created_at, last_used_at } }: { apiKey: ApiKey }) {
  const queryClient = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => request(revokeApiKey, { params: { keyId: id } }),
    onSuccess: ({ keys }) => {
      queryClient.setQueryData(queryKeys.apiKeys, keys)
      toast({ title: t('account.key-revoked'), description: name })
    },
    onError: (error) => {
      toastRequestFailure(t('account.key-kept'), error)
      // Another tab may have revoked it.
      void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })
    },
  })
  const used =
    last_used_at === null
      ? t('account.key-unused')
      : t('account.key-used', { time: formatInstant(last_used_at) })
  return (
    <RemovableRow
      name={name}
      facts={`…${hint} · ${t('account.key-made', { time: formatInstant(created_at) })} · ${used}`}
      button={{ label: t('account.revoke'), named: t('account.revoke-name', { name }) }}
      ask={{
        title: t('account.revoke-ask', { name }),
        description: t('account.revoke-what'),
        busyText: t('account.revoking'),
      }}
      removing={revoking}
    />
  )
}
