import { type ApiKey, apiKeyEndpoints, apiKeyForm, MAX_API_KEYS } from '@called-it/shared/contract/api-keys'
import { ERRORS } from '@called-it/shared/contract/errors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './api-keys.module.css'

const { createApiKey } = apiKeyEndpoints

export function NewKey({ keys }: { keys: readonly ApiKey[] }) {
  const queryClient = useQueryClient()
  const { user } = useCurrentUser()
  const [isAsking, setIsAsking] = useState(false)
  const { register, handleSubmit, getValues, setError, reset, formState } = useForm({
    resolver: zodResolver(apiKeyForm),
    defaultValues: { name: '' },
  })
  const making = useMutation({
    mutationFn: (currentPassword: string) =>
      request(createApiKey, { body: { name: getValues('name'), currentPassword } }),
    onSuccess: ({ keys }) => {
      queryClient.setQueryData(queryKeys.apiKeys, keys)
      setIsAsking(false)
      reset()
    },
  })
  const showFailure = (error: Error) => {
    setIsAsking(false)
    showIssues(error, ['name'], setError)
    toastRequestFailure('The key was not made', error)
  }
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
        <Form className={styles.form} onSubmit={() => void handleSubmit(() => setIsAsking(true))()}>
          <TextField
            label="Name"
            hint="What it is for, such as: our Discord bot"
            autoComplete="off"
            error={formState.errors.name?.message}
            {...register('name')}
          />
          <Button type="submit" variant="main">
            make a key
          </Button>
        </Form>
      )}
      {isAsking && (
        <PasswordDialog
          title="Is it you?"
          description={ERRORS.reauthentication_required.message}
          email={user?.email ?? ''}
          confirmLabel="make the key"
          busyText="making..."
          change={making.mutateAsync}
          onFailure={showFailure}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  )
}
