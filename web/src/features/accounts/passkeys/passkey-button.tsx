import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { passkeyEndpoints } from '@called-it/shared/contract/passkeys'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { createPasskey, passkeysWork } from '../../../lib/account/passkey.ts'
import { toastPasskeyFailure } from '../../../lib/account/passkey-failure.ts'
import { request } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import type { OtherWay } from '../other-way.ts'
import { signUpContext } from '../sign-up-context.ts'
import { usePasskeyLogin } from './use-passkey-login.ts'
import { WhyNoPasskeys } from './why-no-passkeys.tsx'

/** Gives way to the reason where passkeys do not work. */
export function PasskeyButton({ kind, ...way }: OtherWay & { kind: 'sign-up' | 'log-in' }) {
  if (passkeysWork() !== 'yes') return <WhyNoPasskeys />
  return kind === 'log-in' ? <LogIn /> : <SignUp {...way} />
}

function LogIn() {
  const login = usePasskeyLogin()
  return <KeyButton busy={login.isPending} onPress={() => login.mutate(null)} />
}

/** The passkey takes the place of the password; the mail confirms the address as always. */
function SignUp({ readFields, onRefused }: OtherWay) {
  const navigate = useNavigate()
  const creation = useMutation({
    mutationFn: async ({ email, display_name = '' }: { email: string; display_name?: string }) => {
      const fields = { email, display_name }
      const options = await request(passkeyEndpoints.passkeySignUpOptions, { body: fields })
      const passkey = { response: await createPasskey(options) }
      await request(accountEndpoints.register, { body: { ...fields, passkey, ...signUpContext() } })
    },
    onSuccess: (_, { email }) => navigate(paths.registrationSuccess(email)),
    onError: (error) => {
      onRefused(error)
      toastPasskeyFailure(t('account.no-sign-up'), error)
    },
  })
  const signUp = async () => {
    const fields = await readFields()
    if (fields) creation.mutate(fields)
  }
  return <KeyButton busy={creation.isPending} onPress={() => void signUp()} />
}

function KeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <Button busy={busy} onClick={onPress}>
      <KeyRound aria-hidden /> {t('passkey.passkey')}
    </Button>
  )
}
