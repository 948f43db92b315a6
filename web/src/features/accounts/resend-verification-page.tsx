import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError, request, serverMessage } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { AccountPage } from './account-form.tsx'
import { EmailForm } from './email-form.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { useFollowRegistration } from './use-follow-registration.ts'
import { useGoOn } from './use-go-on.ts'

/** Never shows whether the address has an account. */
export function ResendVerificationPage() {
  useGoOn()
  const resending = useMutation({
    mutationFn: (body: { email: string }) => request(accountEndpoints.resendVerification, { body }),
    onError: (error) =>
      toastFailure(
        t('account.error'),
        error instanceof ApiError ? serverMessage(error, t('account.not-resent')) : t('account.unexpected'),
      ),
  })
  useFollowRegistration({ when: resending.isSuccess })

  return (
    <AccountPage title={t('account.resend')} links={<Link to={paths.login}>{t('account.to-login')}</Link>}>
      {resending.isSuccess ? (
        <>
          <OutcomeNotice tone="good" role="status">
            {resending.data.message}
          </OutcomeNotice>
          <SpamWarning />
        </>
      ) : (
        <EmailForm mutation={resending} submitLabel={t('account.resend-it')} />
      )}
    </AccountPage>
  )
}

function SpamWarning() {
  return <Notice tone="warning">{t('account.spam')}</Notice>
}
