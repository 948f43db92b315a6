import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeviceList } from '../../../ui/device-list.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { ConnectedAccounts } from '../issuers/connected-accounts.tsx'
import { PasskeysSection, useOwnPasskeys } from '../passkeys/passkeys-section.tsx'
import { MyAddress, useAddressChange } from './my-address.tsx'
import { MyKeys, useApiKeys } from './my-keys.tsx'
import { MySessions, useSessions } from './my-sessions.tsx'

/** All that gives access to the fan's account. */
export function AccessPage() {
  const [sessions, addressChange, passkeys, keys] = [
    useSessions(),
    useAddressChange(),
    useOwnPasskeys(),
    useApiKeys(),
  ]
  // One after the other they would move each other.
  if ([sessions, addressChange, passkeys, keys].some(({ isFetched }) => !isFetched)) {
    return (
      <Page title={t('access.title')} width="narrow">
        <Card heading={t('access.title')} headingLevel={1}>
          <Loading label={t('ui.loading', { what: t('access.sessions') })}>
            <SkeletonBlocks count={8} height="64px" />
          </Loading>
        </Card>
      </Page>
    )
  }
  return (
    <Page title={t('access.title')} width="narrow" hasSections>
      <MySessions query={sessions} />
      <MyAddress query={addressChange} />
      <PasskeysSection query={passkeys} />
      <MyKeys headingLevel={2}>
        <div className="buttons">
          <ButtonLink to={paths.apiKeys}>{t('account.make-key')}</ButtonLink>
        </div>
      </MyKeys>
      <Card heading={t('inbox.with-pushes')}>
        <DeviceList empty={<p className="soft">{t('access.no-devices')}</p>} />
      </Card>
      <ConnectedAccounts />
    </Page>
  )
}
