import { type AddressChange, accessEndpoints, addressBody } from '@called-it/shared/contract/access'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountForm } from '../account-form.tsx'

const { getAddressChange, changeAddress, cancelAddressChange } = accessEndpoints

export function useAddressChange() {
  return useQuery({
    queryKey: queryKeys.addressChange,
    queryFn: ({ signal }) => request(getAddressChange, { signal }),
    // The links are followed elsewhere.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

export function MyAddress({ query }: { query: ReturnType<typeof useAddressChange> }) {
  const email = useCurrentUser().user?.email ?? ''
  const { data, isError, refetch } = query
  return (
    <Card heading={t('access.address')} className="stack-3">
      <p className="anywhere">
        <Rich id="access.address-now" email={email} />
      </p>
      {!data ? (
        <NotLoaded what={t('access.the-change')} query={{ isError, refetch }} blocks={[1, '120px']} />
      ) : data.change && data.change.email !== email ? (
        <PendingChange email={email} change={data.change} />
      ) : (
        <ChangeForm />
      )}
    </Card>
  )
}

function PendingChange({ email, change }: { email: string; change: AddressChange }) {
  const queryClient = useQueryClient()
  const dropping = useMutation({
    mutationFn: () => request(cancelAddressChange),
    onSuccess: (left) => {
      queryClient.setQueryData(queryKeys.addressChange, left)
      toast({ title: t('access.dropped') })
    },
    onError: (error) => toastRequestFailure(t('access.not-changed'), error),
  })
  const sides = [
    { address: email, isConfirmed: change.is_old_confirmed },
    { address: change.email, isConfirmed: change.is_new_confirmed },
  ]
  return (
    <>
      <p role="status">{t('access.pending', { time: formatInstant(change.expires_at) })}</p>
      <ul className="stack anywhere">
        {sides.map(({ address, isConfirmed }) => (
          <li key={address}>{t(isConfirmed ? 'access.confirmed' : 'access.waits', { email: address })}</li>
        ))}
      </ul>
      <div className="buttons">
        <Button busy={dropping.isPending} onClick={() => dropping.mutate()}>
          {t('access.cancel')}
        </Button>
      </div>
    </>
  )
}

function ChangeForm() {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(addressBody),
    defaultValues: { email: '' },
  })
  const asking = useMutation({
    mutationFn: (body: { email: string }) => request(changeAddress, { body }),
    onSuccess: (pending) => queryClient.setQueryData(queryKeys.addressChange, pending),
    onError: (error) => {
      showIssues(error, ['email'], setError)
      toastRequestFailure(t('access.not-changed'), error)
    },
  })
  return (
    <AccountForm onSubmit={handleSubmit((body) => asking.mutate(body))}>
      <TextField
        label={t('access.address-new')}
        hint={t('access.address-how')}
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <SubmitButton busy={asking.isPending} busyText={t('access.changing')}>
        {t('access.change')}
      </SubmitButton>
    </AccountForm>
  )
}
