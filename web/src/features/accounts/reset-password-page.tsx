import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { ApiError, request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { tryAgain } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { SubmitButton } from '../../ui/form.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { AccountForm, AccountPage } from './account-form.tsx'
import { NewPasswordFields, passwordChoice } from './new-password-fields.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { useRedirectLater } from './use-redirect-later.ts'

/** Opened by the mailed link, with the token in its path or query. */
export function ResetPasswordPage() {
  const params = useParams()
  const [search] = useSearchParams()
  const token = params.token ?? search.get('token')
  return (
    <AccountPage title={t('account.reset')} links={<Link to={paths.login}>{t('account.to-login')}</Link>}>
      {token ? <ResetForm key={token} token={token} /> : <InvalidLink takesFocus={false} />}
    </AccountPage>
  )
}

function ResetForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordChoice),
    defaultValues: { password: '', confirmation: '' },
  })
  const reset = useMutation({
    mutationFn: (password: string) => request(accountEndpoints.resetPassword, { body: { password, token } }),
    // A reset ends every session of the account, this browser's too.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser }),
    onError: (error) => {
      showIssues(error, ['password'], setError)
      toastFailure(t('account.reset-failed'), refusesLink(error) ? t('account.bad-token') : tryAgain())
    },
  })
  useRedirectLater(reset.isSuccess ? paths.login : null)

  if (reset.isSuccess) {
    return (
      <OutcomeNotice tone="good" role="status" title={t('account.reset-done')}>
        {reset.data.message} {t('account.taking-login')}
      </OutcomeNotice>
    )
  }
  if (refusesLink(reset.error)) return <InvalidLink />
  return (
    <AccountForm onSubmit={handleSubmit(({ password }) => reset.mutate(password))}>
      <NewPasswordFields
        labels={{ password: t('account.reset-new'), confirmation: t('account.reset-again') }}
        register={register}
        errors={formState.errors}
      />
      <SubmitButton busy={reset.isPending} busyText={t('account.resetting')}>
        {t('account.reset')}
      </SubmitButton>
    </AccountForm>
  )
}

function InvalidLink({ takesFocus = true }: { takesFocus?: boolean }) {
  return (
    <OutcomeNotice
      tone="danger"
      role="alert"
      title={t('account.bad-link')}
      takesFocus={takesFocus}
      action={<Link to={paths.forgotPassword}>{t('account.new-reset')}</Link>}
    >
      {t('account.bad-link-why')}
    </OutcomeNotice>
  )
}

/** False for failures that may pass (network, overload) and for a refused password. */
function refusesLink(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.status === 422) return error.issues.some(({ path }) => path === 'token')
  return error.status < 500 && error.status !== 429
}
