import { useCurrentUser } from '../../lib/account/session.ts'
import { formatInstant } from '../../lib/words/format-instant.ts'
import { t } from '../../lib/words/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { UseMyPasskey } from '../../ui/use-my-passkey.tsx'

/** Until when an admin can go on without a passkey. */
export function RightsNotice() {
  const { user } = useCurrentUser()
  if (!user?.rights_rest_at) return null
  return (
    <Notice tone="warning" action={<UseMyPasskey user={user} />}>
      {t('invite.rest-soon', { at: formatInstant(user.rights_rest_at) })}
    </Notice>
  )
}
