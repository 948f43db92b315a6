import {
  type ApiKey,
  apiKeyEndpoints,
  apiKeyForm,
  MAX_API_KEYS,
  READS_PER_MINUTE,
} from '@called-it/shared/contract/api-keys'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Form } from '../../ui/form.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './api-keys.module.css'

const { listApiKeys, revokeApiKey } = apiKeyEndpoints

/** The fan's keys for programs, which only read. */
export function ApiKeysPage() {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: async ({ signal }) => (await request(listApiKeys, { signal })).keys,
  })
  return (
    <Page title={t('account.keys')} width="narrow" hasSections>
      <Card heading={t('account.my-keys')} headingLevel={1} note={data?.length || undefined}>
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
      </Card>
      {data && <NewKey keys={data} />}
    </Page>
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
  const [isAsking, setIsAsking] = useState(false)
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
  return (
    <li ref={passFocusOn} className="spread">
      <div className="stack anywhere">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="soft small">
          …{hint} · {t('account.key-made', { time: formatInstant(created_at) })} ·{' '}
          {last_used_at === null
            ? t('account.key-unused')
            : t('account.key-used', { time: formatInstant(last_used_at) })}
        </span>
      </div>
      <Button aria-label={t('account.revoke-name', { name })} onClick={() => setIsAsking(true)}>
        {t('account.revoke')}
      </Button>
      <AlertDialog
        title={t('account.revoke-ask', { name })}
        description={t('account.revoke-what')}
        confirmLabel={t('account.revoke')}
        busyText={t('account.revoking')}
        busy={revoking.isPending}
        onConfirm={() => revoking.mutate()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </li>
  )
}

const { createApiKey } = apiKeyEndpoints

function NewKey({ keys }: { keys: readonly ApiKey[] }) {
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
    toastRequestFailure(t('account.key-not-made'), error)
  }
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
          onSubmit={() => void handleSubmit(() => setIsAsking(true))()}
        >
          <TextField
            label={t('account.key-name')}
            hint={t('account.key-for')}
            autoComplete="off"
            error={formState.errors.name?.message}
            {...register('name')}
          />
          <Button type="submit" variant="main">
            {t('account.make-key')}
          </Button>
        </Form>
      )}
      {isAsking && (
        <PasswordDialog
          title={t('account.is-it-you')}
          description={t('error.password-again')}
          email={user?.email ?? ''}
          confirmLabel={t('account.make-it')}
          busyText={t('account.making')}
          change={making.mutateAsync}
          onFailure={showFailure}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  )
}
