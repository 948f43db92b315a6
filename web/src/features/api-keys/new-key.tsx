import { type ApiKey, apiKeyEndpoints, MAX_API_KEYS } from '@called-it/shared/contract/api-keys'
import { ERRORS } from '@called-it/shared/contract/errors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { request } from '../../lib/api.ts'
import { copyText } from '../../lib/copy-text.ts'
import { showIssues } from '../../lib/form-issues.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { toastRequestFailure } from '../../lib/request-toasts.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './api-keys.module.css'

const { createApiKey } = apiKeyEndpoints

export function NewKey({ keys }: { keys: readonly ApiKey[] }) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(createApiKey.body),
    defaultValues: { name: '' },
  })
  const making = useMutation({
    mutationFn: (body: { name: string }) => request(createApiKey, { body }),
    onSuccess: ({ keys }) => {
      queryClient.setQueryData(queryKeys.apiKeys, keys)
      reset()
    },
    onError: (error) => {
      showIssues(error, ['name'], setError)
      toastRequestFailure('The key was not made', error)
    },
  })
  const make = useOneAtATime(making.mutate)
  const made = making.data
  const isMadeThere = keys.some(({ id }) => id === made?.keys.at(-1)?.id)
  return (
    <Card heading="new key">
      {made && isMadeThere && (
        <Notice
          tone="warning"
          role="status"
          title="Copy it now: it is not shown again."
          action={
            <Button onClick={() => void copyText(made.key)}>
              <Copy aria-hidden /> copy the key
            </Button>
          }
        >
          <code className={styles.secret}>{made.key}</code>
        </Notice>
      )}
      {keys.length >= MAX_API_KEYS ? (
        <p className="soft">{ERRORS.too_many_keys.message}</p>
      ) : (
        <Form className={styles.form} onSubmit={() => void handleSubmit((body) => make(body))()}>
          <TextField
            label="Name"
            hint="What it is for, such as: our Discord bot"
            autoComplete="off"
            error={formState.errors.name?.message}
            {...register('name')}
          />
          <Button type="submit" variant="main" busy={making.isPending} busyText="making...">
            make a key
          </Button>
        </Form>
      )}
    </Card>
  )
}
