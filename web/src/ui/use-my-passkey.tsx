import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { reauthenticationEndpoints } from '@called-it/shared/contract/reauthentication'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { askForPasskey } from '../lib/account/passkey.ts'
import { request, serverMessage } from '../lib/api/api.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { tryAgain } from '../lib/api/request-toasts.ts'
import { restartEvents } from '../lib/events/connection.ts'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { toastFailure } from './toast.ts'

/** Brings back, in this session, the rights that rest without a passkey. */
export function UseMyPasskey({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const using = useMutation({
    mutationFn: async () =>
      request(reauthenticationEndpoints.reauthenticate, { body: { passkey: await askForPasskey() } }),
    onSuccess: async () => {
      restartEvents()
      await queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
      void queryClient.invalidateQueries({ queryKey: queryKeys.personal })
    },
    onError: (error) => toastFailure(t('invite.not-used'), serverMessage(error, tryAgain())),
  })
  return (
    <>
      {user.has_passkey && (
        <Button
          variant="main"
          busy={using.isPending}
          busyText={t('invite.using')}
          onClick={() => using.mutate()}
        >
          <KeyRound aria-hidden /> {t('invite.use-passkey')}
        </Button>
      )}
      <ButtonLink to={paths.access}>{t('invite.to-passkeys')}</ButtonLink>
    </>
  )
}
