import { type Webhook, type WebhookForm, webhookEndpoints } from '@called-it/shared/contract/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'

const { listWebhooks, createWebhook, changeWebhook, deleteWebhook, renewWebhookSecret } = webhookEndpoints

export function useWebhooks() {
  return useQuery({
    queryKey: queryKeys.adminWebhooks,
    queryFn: async ({ signal }) => (await request(listWebhooks, { signal })).webhooks,
    refetchOnMount: 'always',
  })
}

function useStoreWebhooks() {
  const queryClient = useQueryClient()
  return (webhooks: Webhook[]) => queryClient.setQueryData(queryKeys.adminWebhooks, webhooks)
}

/** Another tab or admin may have deleted it. */
function useFailure() {
  const queryClient = useQueryClient()
  return (title: string, error: Error) => {
    toastAdminFailure(title, error)
    void queryClient.invalidateQueries({ queryKey: queryKeys.adminWebhooks, exact: true })
  }
}

export function useCreateWebhook() {
  const store = useStoreWebhooks()
  return useMutation({
    mutationFn: (body: WebhookForm) => request(createWebhook, { body }),
    onSuccess: ({ webhooks }) => store(webhooks),
    onError: (error) => toastAdminFailure(t('admin.hook-not-made'), error),
  })
}

/** An empty address stays as it is. */
export function useChangeWebhook({ id }: Webhook) {
  const store = useStoreWebhooks()
  const fail = useFailure()
  return useMutation({
    mutationFn: ({ url, ...body }: WebhookForm & { is_enabled: boolean }) =>
      request(changeWebhook, { params: { webhookId: id }, body: url === '' ? body : { ...body, url } }),
    onSuccess: ({ webhooks }, { name }) => {
      store(webhooks)
      toast({ title: t('admin.hook-changed'), description: name })
    },
    onError: (error) => fail(t('admin.hook-kept'), error),
  })
}

export function useDeleteWebhook({ id, name }: Webhook) {
  const store = useStoreWebhooks()
  const fail = useFailure()
  return useMutation({
    mutationFn: () => request(deleteWebhook, { params: { webhookId: id } }),
    onSuccess: ({ webhooks }) => {
      store(webhooks)
      toast({ title: t('admin.hook-deleted'), description: name })
    },
    onError: (error) => fail(t('admin.hook-stays'), error),
  })
}

export function useRenewSecret({ id }: Webhook) {
  const fail = useFailure()
  return useMutation({
    mutationFn: () => request(renewWebhookSecret, { params: { webhookId: id } }),
    onError: (error) => fail(t('admin.secret-kept'), error),
  })
}
