import { type ApiKey, apiKeyEndpoints, apiKeyForm, MAX_API_KEYS } from '@called-it/shared/contract/api-keys'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Copy } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './api-keys.module.css'
import { MyKeys, useApiKeys } from './my-keys.tsx'

const { createApiKey } = apiKeyEndpoints

/** The fan's keys for programs, which only read. */
export function ApiKeysPage() {
  const { data } = useApiKeys()
  return (
    <Page title={t('account.keys')} width="narrow" hasSections>
      <MyKeys headingLevel={1} />
      {data && <NewKey keys={data} />}
    </Page>
  )
}

function NewKey({ keys }: { keys: readonly ApiKey[] }) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(apiKeyForm),
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
      toastRequestFailure(t('account.key-not-made'), error)
    },
  })
  const make = useOneAtATime(making.mutate)
  const made = making.data
  const isMadeThere = keys.some(({ id }) => id === made?.keys.at(-1)?.id)
  return (
    <Card heading={t('account.new-key')}>
      {made && isMadeThere && (
        <Notice
          tone="warning"
          role="status"
          title={t('account.key-copy-now')}
          action={
            <Button onClick={() => void copyText(made.key)}>
              <Copy aria-hidden /> {t('account.key-copy')}
            </Button>
          }
        >
          <code className={styles.secret}>{made.key}</code>
        </Notice>
      )}
      {keys.length >= MAX_API_KEYS ? (
        <p className="soft">{t('error.many-keys')}</p>
      ) : (
        <Form
          className={clsx(styles.form, 'stack-3 apart')}
          onSubmit={() => void handleSubmit((body) => make(body))()}
        >
          <TextField
            label={t('account.key-name')}
            hint={t('account.key-for')}
            autoComplete="off"
            error={formState.errors.name?.message}
            {...register('name')}
          />
          <Button type="submit" variant="main" busy={making.isPending} busyText={t('account.making')}>
            {t('account.make-key')}
          </Button>
        </Form>
      )}
    </Card>
  )
}
