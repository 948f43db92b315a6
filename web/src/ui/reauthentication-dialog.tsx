import { loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import {
  passwordProof,
  type ReauthenticationProof,
  reauthenticationEndpoints,
} from '@called-it/shared/contract/reauthentication'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Mail } from 'lucide-react'
import { useEffect, useEffectEvent, useId } from 'react'
import { useForm } from 'react-hook-form'
import { askForPasskey } from '../lib/account/passkey.ts'
import { currentUserQuery, useCurrentUser } from '../lib/account/session.ts'
import { onSessionChange } from '../lib/account/session-channel.ts'
import { hasCode, request, serverMessage } from '../lib/api/api.ts'
import { useOneAtATime } from '../lib/hooks/use-one-at-a-time.ts'
import { t } from '../lib/words/texts.ts'
import { PasswordField, UsernameField } from './account-fields.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialogs.tsx'
import { Form } from './form.tsx'
import { Notice } from './notice.tsx'

type Settle = (isConfirmed: boolean) => void

/** By the password, a passkey, or a mailed link, which begins another session of this browser in another tab. */
export function ReauthenticationDialog({ settle }: { settle: Settle }) {
  const { user } = useCurrentUser()
  const formId = useId()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(passwordProof),
    defaultValues: { password: '' },
  })
  const proving = useMutation({
    mutationFn: async (prove: () => Promise<ReauthenticationProof>) =>
      request(reauthenticationEndpoints.reauthenticate, { body: await prove() }),
    onSuccess: () => settle(true),
    onError: (error) => {
      if (!hasCode(error, 'wrong_password')) return
      setError('password', { message: serverMessage(error, t('confirm.failed')) }, { shouldFocus: true })
    },
  })
  const proveOnce = useOneAtATime(proving.mutate)
  const email = user?.email ?? ''
  const asking = useMutation({
    mutationFn: () => request(loginLinkEndpoints.askForLink, { body: { email } }),
  })
  const askOnce = useOneAtATime(asking.mutate)
  const failure = hasCode(proving.error, 'wrong_password') ? asking.error : (proving.error ?? asking.error)
  useLoginElsewhere(user?.id, settle)
  const hasPassword = user?.has_password ?? true
  // A sent proof cannot be cancelled, and its result must be seen.
  const close = () => !proving.isPending && settle(false)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      {...(hasPassword && { focusFirst: () => setFocus('password') })}
      title={t('confirm.title')}
      description={t('confirm.why')}
      footer={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          {hasPassword && (
            <Button
              type="submit"
              form={formId}
              variant="main"
              busy={proving.isPending}
              busyText={t('confirm.checking')}
            >
              {t('confirm.yes')}
            </Button>
          )}
        </>
      }
    >
      <div className="stack-4">
        {hasPassword && (
          <Form id={formId} onSubmit={handleSubmit((proof) => proveOnce(async () => proof))}>
            <UsernameField email={email} />
            <PasswordField
              label={t('confirm.password')}
              error={formState.errors.password?.message}
              {...register('password')}
            />
          </Form>
        )}
        {failure && (
          <Notice tone="danger" role="alert">
            {serverMessage(failure, t('confirm.failed'))}
          </Notice>
        )}
        {asking.isSuccess && (
          <Notice role="status" title={t('confirm.link-sent')}>
            {t('confirm.link-where', { email })}
          </Notice>
        )}
        <div className="buttons">
          {user?.has_passkey && (
            <Button
              busy={proving.isPending}
              onClick={() => proveOnce(async () => ({ passkey: await askForPasskey() }))}
            >
              <KeyRound aria-hidden /> {t('confirm.passkey')}
            </Button>
          )}
          <Button busy={asking.isPending} onClick={() => askOnce()}>
            <Mail aria-hidden /> {t('link.ask')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** A login in another tab counts if it is of the same user: another's profile must not be deleted by it. */
function useLoginElsewhere(userId: number | undefined, settle: Settle): void {
  const queryClient = useQueryClient()
  const goOn = useEffectEvent(async () => {
    const user = await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => undefined)
    if (user !== undefined) settle(user !== null && user.id === userId)
  })
  const end = useEffectEvent(() => settle(false))
  useEffect(() => onSessionChange((change) => (change === 'login' ? void goOn() : end())), [])
}
