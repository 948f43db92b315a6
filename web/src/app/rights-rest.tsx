import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { t } from '../lib/words/texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { UseMyPasskey } from '../ui/use-my-passkey.tsx'

/** For an admin or operator whose session has to use a passkey first. */
export function RightsRest({ user, who }: { user: CurrentUser; who: string }) {
  return (
    <Page width="narrow">
      <EmptyState title={t('invite.rest', { who })} action={<UseMyPasskey user={user} />}>
        <p>{t('invite.rest-why')}</p>
      </EmptyState>
    </Page>
  )
}
