import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAddPasskey } from '../../../lib/account/add-passkey.ts'
import { passkeysWork } from '../../../lib/account/passkey.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { userStorage } from '../../../lib/account/user-storage.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { RecoveryCodes } from '../../../ui/recovery-codes.tsx'

const OFFERED = 'passkey-offered'

/** Once on a device, to fans who log in by a password. */
export function PasskeyOffer() {
  const { user } = useCurrentUser()
  const [isWanted, setIsWanted] = useState(
    () => passkeysWork() === 'yes' && userStorage.getItem(OFFERED) === null,
  )
  const [codes, setCodes] = useState<readonly string[]>([])
  const adding = useAddPasskey()
  const isOffered = isWanted && user?.has_password && !user.has_passkey
  useEffect(() => {
    if (isOffered) void userStorage.setItem(OFFERED, 'true')
  }, [isOffered])
  const add = () => adding.mutate(null, { onSuccess: ({ new_codes }) => setCodes(new_codes) })
  return (
    <>
      {isOffered && (
        <div className="row-3 wraps">
          <KeyRound aria-hidden size={20} className="soft" />
          <span className="fills">
            <b>{t('passkey.next-time')}</b>
            <span className="soft small"> {t('passkey.next-how')}</span>
          </span>
          <div className="buttons">
            <Button busy={adding.isPending} onClick={add}>
              {t('passkey.add')}
            </Button>
            <Button variant="quiet" onClick={() => setIsWanted(false)}>
              {t('passkey.not-now')}
            </Button>
          </div>
        </div>
      )}
      <Dialog title={t('passkey.added')} open={codes.length > 0} onOpenChange={() => setCodes([])}>
        <RecoveryCodes codes={codes} />
      </Dialog>
    </>
  )
}
