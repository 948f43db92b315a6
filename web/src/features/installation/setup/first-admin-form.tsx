import { type BodyInput, SETUP_HEADER } from '@called-it/shared/contract/endpoint'
import { passkeyEndpoints } from '@called-it/shared/contract/passkeys'
import { firstAdminForm, setupEndpoints } from '@called-it/shared/contract/setup'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { startSession } from '../../../lib/account/login.ts'
import { createPasskey, passkeysWork } from '../../../lib/account/passkey.ts'
import { toastPasskeyFailure } from '../../../lib/account/passkey-failure.ts'
import { hasCode, request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { EmailField } from '../../../ui/account-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { ReadablePasswordField } from '../../../ui/readable-password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toastFailure } from '../../../ui/toast.ts'

type Fields = z.input<typeof firstAdminForm>
type Account = Pick<Fields, 'display_name' | 'email'>

type FirstAdminFormProps = {
  code: string
  /** Whether the address that one belongs to is known. */
  takesPasskeys: boolean
}

/** The password is shown while it is typed, since no mail could set another one yet. */
export function FirstAdminForm({ code, takesPasskeys }: FirstAdminFormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isReadable, setIsReadable] = useState(true)
  const { register, handleSubmit, getValues, setError, setFocus, trigger, formState } = useForm<Fields>({
    resolver: zodResolver(firstAdminForm),
    defaultValues: { email: '', display_name: '', password: '' },
  })
  const creation = useMutation({
    mutationFn: async (given: Account & { password?: string }) => {
      const body: BodyInput<typeof setupEndpoints.createFirstAdmin> =
        given.password === undefined ? { ...given, passkey: { response: await makePasskey(given) } } : given
      return request(setupEndpoints.createFirstAdmin, { body, headers: { [SETUP_HEADER]: code } })
    },
    onSuccess: async (user) => {
      await startSession(queryClient, user)
      navigate(paths.adminSetup, { replace: true })
    },
    onError: (error) => {
      showIssues(error, ['display_name', 'email', 'password'], setError)
      if (hasCode(error, 'not_found')) toastFailure(t('setup.not-made'), t('setup.too-late'))
      else toastPasskeyFailure(t('setup.not-made'), error)
    },
  })
  useEffect(() => setFocus('display_name'), [setFocus])
  const withPasskey = async () => {
    if (!(await trigger(['display_name', 'email'], { shouldFocus: true }))) return
    const { display_name, email } = getValues()
    creation.mutate({ display_name, email })
  }
  const { errors } = formState
  const isMaking = creation.isPending && creation.variables.password !== undefined

  return (
    <Form className="stack-3" onSubmit={handleSubmit((fields) => creation.mutate(fields))}>
      <p className="soft">{t('setup.admin-lead')}</p>
      <TextField
        label={t('account.name')}
        autoComplete="nickname"
        enterKeyHint="next"
        error={errors.display_name?.message}
        {...register('display_name')}
      />
      <EmailField enterKeyHint="next" error={errors.email?.message} {...register('email')} />
      <ReadablePasswordField
        label={t('account.password')}
        autoComplete="new-password"
        enterKeyHint="go"
        error={errors.password?.message}
        isShown={isReadable && !creation.isPending}
        onToggle={() => setIsReadable(!isReadable)}
        {...register('password')}
      />
      <SubmitButton busy={isMaking} busyText={t('setup.making')}>
        {t('setup.make')}
      </SubmitButton>
      {takesPasskeys && passkeysWork() === 'yes' ? (
        <Button busy={creation.isPending && !isMaking} onClick={() => void withPasskey()}>
          <KeyRound aria-hidden /> {t('passkey.passkey')}
        </Button>
      ) : (
        <p className="soft small">{t('setup.no-passkey')}</p>
      )}
    </Form>
  )
}

async function makePasskey(account: Account) {
  return createPasskey(await request(passkeyEndpoints.passkeySignUpOptions, { body: account }))
}
