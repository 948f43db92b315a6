import { ACCOUNT_MESSAGES, accountEndpoints } from '@called-it/shared/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { toast } from '../../ui/toast.ts'
import { AccountPage } from './account-form.tsx'
import { EmailForm } from './email-form.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'

/** Never shows whether the address has an account. */
export function ForgotPasswordPage() {
  const resetRequest = useMutation({
    mutationFn: (body: { email: string }) => request(accountEndpoints.requestPasswordReset, { body }),
    onSuccess: () =>
      toast({ title: t('account.reset-sent'), description: t(ACCOUNT_MESSAGES.resetRequested) }),
    onError: (error) => toastRequestFailure(t('account.reset-unsent'), error),
  })

  return (
    <AccountPage
      title={t('account.forgot')}
      lead={resetRequest.isSuccess ? undefined : t('account.forgot-lead')}
      links={<Link to={paths.login}>{t('account.to-login')}</Link>}
    >
      {resetRequest.isSuccess ? (
        <OutcomeNotice tone="good" role="status" title={t('account.mail-sent')}>
          {t('account.mail-check')}
        </OutcomeNotice>
      ) : (
        <EmailForm mutation={resetRequest} submitLabel={t('account.send-reset')} />
      )}
    </AccountPage>
  )
}
