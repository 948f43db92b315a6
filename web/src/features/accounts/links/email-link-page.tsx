import { linkBody, loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import { hasCode, request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { SubmitButton } from '../../../ui/form.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { AccountForm, AccountPage } from '../account-form.tsx'
import { OutcomeNotice } from '../outcome-notice.tsx'
import styles from './email-link-page.module.css'
import { NewNameField } from './new-name-field.tsx'
import { useLinkLogin } from './use-link-login.ts'

/** A mail scanner that opens the link must not use it up, so only the button does. */
export function EmailLinkPage() {
  const { token = '' } = useParams()
  const look = useQuery({
    queryKey: ['login-link', token],
    queryFn: () => request(loginLinkEndpoints.lookAtLink, { params: { token } }),
  })
  const login = useLinkLogin((body: { display_name?: string | undefined }) =>
    request(loginLinkEndpoints.logInByLink, { params: { token }, body }),
  )
  const isGone = look.data?.isOpen === false || hasCode(login.error, 'link_gone')
  const needsName = look.data?.needsName || hasCode(login.error, 'name_needed')
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(linkBody) })
  const submit = handleSubmit((body) =>
    login.mutate(body, { onError: (error) => showIssues(error, ['display_name'], setError) }),
  )

  return (
    <AccountPage title={t('link.title')}>
      {!look.data ? (
        <NotLoaded what={t('link.what')} query={look} blocks={[3, '52px']} />
      ) : isGone && !login.isSuccess ? (
        <>
          <OutcomeNotice tone="danger" role="alert" takesFocus={login.isError}>
            {t('error.link-gone')}
          </OutcomeNotice>
          <div className="buttons">
            <ButtonLink to={paths.login} variant="main">
              {t('link.new')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <AccountForm onSubmit={submit}>
            {needsName && (
              <NewNameField error={formState.errors.display_name?.message} {...register('display_name')} />
            )}
            <SubmitButton busy={login.isPending} busyText={t('account.logging-in')}>
              {t(needsName ? 'link.make' : 'link.here')}
            </SubmitButton>
            <p className="soft small">{t('link.here-about')}</p>
          </AccountForm>
          {look.data.code && <Code code={look.data.code} />}
        </>
      )}
    </AccountPage>
  )
}

function Code({ code }: { code: string }) {
  return (
    <section className={styles.elsewhere}>
      <h2 className={styles.heading}>{t('link.on-another')}</h2>
      <p>
        <span aria-hidden className={styles.code}>
          {code}
        </span>
        <span className="visually-hidden">{[...code].join(' ')}</span>
      </p>
      <p className="soft small">{t('link.own-screen')}</p>
    </section>
  )
}
