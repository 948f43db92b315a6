import { codeBody, loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode, request } from '../../../lib/api/api.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AccountForm } from '../account-form.tsx'
import { NewNameField } from './new-name-field.tsx'
import { useLinkLogin } from './use-link-login.ts'

/** Always the same until the code is right: it does not show whether the link was opened. */
export function CodeForm() {
  const [needsName, setNeedsName] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(codeBody),
    defaultValues: { code: '' },
  })
  const login = useLinkLogin(
    (body: { code: string; display_name?: string | undefined }) =>
      request(loginLinkEndpoints.logInByCode, { body }),
    true,
  )
  const submit = handleSubmit((body) =>
    login.mutate(body, {
      onError: (error) => {
        if (hasCode(error, 'name_needed')) setNeedsName(true)
        if (hasCode(error, 'wrong_code')) {
          setError('code', { message: t('error.wrong-code') }, { shouldFocus: true })
        }
        showIssues(error, ['code', 'display_name'], setError)
      },
    }),
  )
  return (
    <AccountForm onSubmit={submit}>
      <TextField
        label={t('link.code')}
        hint={t('link.code-about')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        enterKeyHint="go"
        error={formState.errors.code?.message}
        {...register('code')}
      />
      {needsName && (
        <NewNameField error={formState.errors.display_name?.message} {...register('display_name')} />
      )}
      <Button type="submit" size="l" wide busy={login.isPending} busyText={t('account.logging-in')}>
        {t('link.enter')}
      </Button>
    </AccountForm>
  )
}
