import {
  MAX_PASSKEYS,
  type OwnPasskeys,
  type Passkey,
  passkeyEndpoints,
  passkeyForm,
} from '@called-it/shared/contract/passkeys'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAddPasskey } from '../../../lib/account/add-passkey.ts'
import { passkeysWork } from '../../../lib/account/passkey.ts'
import { request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { RecoveryCodes } from '../../../ui/recovery-codes.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { RemovableRow } from '../access/removable-row.tsx'
import { WhyNoPasskeys } from './why-no-passkeys.tsx'

const { listPasskeys, removePasskey, makeRecoveryCodes } = passkeyEndpoints

export function useOwnPasskeys() {
  return useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => request(listPasskeys, { signal }),
  })
}

export function PasskeysSection({ query }: { query: ReturnType<typeof useOwnPasskeys> }) {
  const { data, isError, refetch } = query
  return (
    <Card heading={t('passkey.passkeys')} note={data?.passkeys.length || undefined} className="stack-3">
      <p className="soft">{t('passkey.about')}</p>
      {data ? (
        <Passkeys own={data} />
      ) : (
        <NotLoaded what={t('passkey.what')} query={{ isError, refetch }} blocks={[2, '64px']} />
      )}
    </Card>
  )
}

function Passkeys({ own }: { own: OwnPasskeys }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const { passkeys } = own
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="stack-3">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} />
          ))}
        </ul>
      )}
      {codes.length > 0 && passkeys.length > 0 && <RecoveryCodes codes={codes} />}
      {passkeysWork() !== 'yes' ? (
        <WhyNoPasskeys />
      ) : passkeys.length >= MAX_PASSKEYS ? (
        <p className="soft">{t('error.many-passkeys')}</p>
      ) : (
        <NewPasskey suggestedName={own.suggested_name} onCodes={setCodes} />
      )}
      {passkeys.length > 0 && <CodesLeft count={own.recovery_codes} onCodes={setCodes} />}
    </>
  )
}

type PasskeyRowProps = { passkey: Passkey; isLast: boolean }

function PasskeyRow({ passkey: { id, name, created_at, last_used_at }, isLast }: PasskeyRowProps) {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => request(removePasskey, { params: { passkeyId: id } }),
    onSuccess: (own) => {
      queryClient.setQueryData(queryKeys.passkeys, own)
      void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
      toast({ title: t('passkey.removed'), description: name })
    },
    onError: (error) => {
      toastRequestFailure(t('passkey.kept'), error)
      // Another tab may have removed it.
      void queryClient.invalidateQueries({ queryKey: queryKeys.passkeys })
    },
  })
  const used =
    last_used_at === null ? t('passkey.unused') : t('passkey.used', { time: formatInstant(last_used_at) })
  return (
    <RemovableRow
      name={name}
      facts={`${t('passkey.made', { time: formatInstant(created_at) })} · ${used}`}
      button={{ label: t('passkey.remove'), named: t('passkey.remove-name', { name }) }}
      ask={{
        title: t('passkey.remove-ask', { name }),
        description: t(isLast ? 'passkey.remove-last' : 'passkey.remove-what'),
        busyText: t('passkey.removing'),
      }}
      removing={removing}
    />
  )
}

type WithCodes = { onCodes: (codes: readonly string[]) => void }

function NewPasskey({ suggestedName, onCodes }: WithCodes & { suggestedName: string }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passkeyForm),
    defaultValues: { name: suggestedName },
  })
  const adding = useAddPasskey()
  const submit = handleSubmit(({ name }) =>
    adding.mutate(name, {
      onSuccess: ({ new_codes }) => onCodes(new_codes),
      onError: (error) => showIssues(error, ['name'], setError),
    }),
  )
  return (
    <Form className="stack-3" onSubmit={() => void submit()}>
      <TextField
        label={t('passkey.name')}
        hint={t('passkey.name-hint')}
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <div className="buttons">
        <Button type="submit" busy={adding.isPending} busyText={t('passkey.adding')}>
          {t('passkey.add')}
        </Button>
      </div>
    </Form>
  )
}

function CodesLeft({ count, onCodes }: WithCodes & { count: number }) {
  const queryClient = useQueryClient()
  const making = useMutation({
    mutationFn: () => request(makeRecoveryCodes),
    onSuccess: ({ new_codes, ...own }) => {
      queryClient.setQueryData(queryKeys.passkeys, own)
      onCodes(new_codes)
    },
    onError: (error) => toastRequestFailure(t('passkey.no-codes'), error),
  })
  return (
    <div className="spread">
      <p className="soft small">{t('passkey.codes-left', { count })}</p>
      <Button busy={making.isPending} onClick={() => making.mutate()}>
        {t(count === 0 ? 'passkey.codes-make' : 'passkey.codes-renew')}
      </Button>
    </div>
  )
}
