import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { startSession } from '../../../lib/account/login.ts'
import { ApiError, request, serverMessage } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountPage } from '../account-form.tsx'
import { OutcomeNotice } from '../outcome-notice.tsx'
import { useGoOn } from '../use-go-on.ts'

/** Where an issuer sends the browser back to. */
export function SignedInPage() {
  const { search } = useLocation()
  const queryClient = useQueryClient()
  const finishing = useQuery({
    queryKey: ['signed-in', search],
    queryFn: () => finish(queryClient, search),
  })
  const failure = finishing.data?.failure
  useGoOn({ hasLoggedIn: failure === null })

  return (
    <AccountPage title={t('account.log-in')}>
      {finishing.isError ? (
        <NotLoaded what={t('issuer.what')} query={finishing} blocks={[1, '52px']} />
      ) : failure ? (
        <>
          <OutcomeNotice tone="danger" role="alert" takesFocus={false}>
            {failure}
          </OutcomeNotice>
          <div className="buttons">
            <ButtonLink to={paths.login} variant="main">
              {t('account.go-to-login')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <p role="status" className="buttons">
          <Spinner /> {t('account.logging-in')}
        </p>
      )}
    </AccountPage>
  )
}

/** A refusal is final, so it is data and not an error: reconnecting must not send it again. */
async function finish(queryClient: QueryClient, search: string): Promise<{ failure: string | null }> {
  const refused = t('error.issuer-no')
  if (search === '') return { failure: refused }
  try {
    const { user, isNew } = await request(issuerEndpoints.finishIssuerLogin, { body: { search } })
    await startSession(queryClient, user)
    void toast(
      isNew
        ? { title: t('issuer.hello', { name: user.display_name }), description: t('issuer.rename') }
        : { title: t('account.logged-in') },
    )
    return { failure: null }
  } catch (error) {
    if (error instanceof ApiError) return { failure: serverMessage(error, refused) }
    throw error
  }
}
