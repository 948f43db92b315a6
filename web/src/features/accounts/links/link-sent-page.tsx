import { LINK_MINUTES } from '@called-it/shared/contract/login-links'
import { PRODUCT } from '@called-it/shared/contract/site'
import { useLocation, useSearchParams } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast.ts'
import { CheckMailPage } from '../check-mail-page.tsx'
import { CodeForm } from './code-form.tsx'
import { useAskForLink } from './use-ask-for-link.ts'

export function LinkSentPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  return (
    <CheckMailPage
      email={email}
      buttons={
        <>
          {email && <AskAgain email={email} />}
          <ButtonLink to={paths.login} variant="quiet">
            {t('link.other-address')}
          </ButtonLink>
        </>
      }
    >
      <p>
        {t('link.works', { minutes: LINK_MINUTES })}{' '}
        <span className="soft">{t('account.step-from', { product: PRODUCT })}</span>
      </p>
      <Card heading={t('link.elsewhere')} className="stack-3">
        <CodeForm />
      </Card>
    </CheckMailPage>
  )
}

function AskAgain({ email }: { email: string }) {
  // The name that the visitor has entered, if any.
  const { state }: { state: unknown } = useLocation()
  const asking = useAskForLink()
  const ask = () =>
    asking.mutate(
      { email, ...(typeof state === 'string' && { display_name: state }) },
      { onSuccess: () => toast({ title: t('link.sent') }) },
    )
  return (
    <Button busy={asking.isPending} onClick={ask}>
      {t('link.again')}
    </Button>
  )
}
