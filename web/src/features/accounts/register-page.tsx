import { accountEndpoints, registerForm } from '@called-it/shared/contract/accounts'
import { newPassword } from '@called-it/shared/contract/entered-fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { EmailField } from '../../ui/account-fields.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadablePasswordField } from '../../ui/readable-password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { TYPED_TWICE } from './new-password-fields.tsx'
import { OtherWays } from './other-ways.tsx'
import { signUpContext } from './sign-up-context.ts'
import { useSignUpObstacle } from './use-sign-up-obstacle.ts'

const registration = registerForm.extend({ confirmation: newPassword }).refine(...TYPED_TWICE)

export function RegisterPage() {
  const obstacle = useSignUpObstacle()
  if (obstacle === null) return <SignUpForm />
  return (
    <EntryPage title={t('account.sign-up')}>
      <Notice>{obstacle}</Notice>
    </EntryPage>
  )
}

function SignUpForm() {
  const navigate = useNavigate()
  const { register, handleSubmit, getValues, setError, setFocus, setValue, trigger, formState } = useForm<
    z.input<typeof registration>
  >({
    resolver: zodResolver(registration),
    defaultValues: { email: '', display_name: '', password: '', confirmation: '' },
  })
  const creation = useMutation({
    mutationFn: ({ email, display_name, password }: z.input<typeof registration>) =>
      request(accountEndpoints.register, { body: { email, display_name, password, ...signUpContext() } }),
    onSuccess: (_, { email }) => navigate(paths.registrationSuccess(email)),
    onError: (error) => {
      showIssues(error, ['email', 'display_name', 'password'], setError)
      toastRequestFailure(t('account.no-sign-up'), error, t('account.not-created'))
    },
  })
  const { errors, dirtyFields, isSubmitted } = formState
  const [isReadable, setIsReadable] = useState(true)
  // Password managers offer to save what is in hidden fields.
  const isShown = isReadable && !creation.isPending
  const confirm = (password: string) => {
    // Only what the fan types makes it dirty.
    if (isReadable && !dirtyFields.confirmation) {
      setValue('confirmation', password, { shouldValidate: isSubmitted })
    }
  }
  useEffect(() => setFocus('email'), [setFocus])
  // The other ways need no password.
  const readFields = async () => {
    const isValid = await trigger(['email', 'display_name'], { shouldFocus: true })
    const { email, display_name } = getValues()
    return isValid ? { email, display_name } : null
  }

  return (
    <EntryPage title={t('account.sign-up')}>
      <AccountForm onSubmit={handleSubmit((fields) => creation.mutate(fields))}>
        <EmailField enterKeyHint="next" error={errors.email?.message} {...register('email')} />
        <TextField
          label={t('account.name')}
          autoComplete="nickname"
          enterKeyHint="next"
          error={errors.display_name?.message}
          {...register('display_name')}
        />
        <div className={styles.passwords}>
          <ReadablePasswordField
            label={t('account.password')}
            autoComplete="new-password"
            enterKeyHint="go"
            error={errors.password?.message}
            isShown={isShown}
            onToggle={() => setIsReadable(!isReadable)}
            {...register('password', { onChange: ({ target }) => confirm(target.value) })}
          />
          <ReadablePasswordField
            label={t('account.pw-again')}
            autoComplete="new-password"
            enterKeyHint="go"
            error={errors.confirmation?.message}
            isShown={isShown}
            {...register('confirmation')}
          />
        </div>
        <p className="soft small">{t('account.sign-up-note')}</p>
        <SubmitButton busy={creation.isPending} busyText={t('account.signing-up')}>
          {t(findKeptSong() ? 'account.sign-up-keep' : 'account.sign-up')}
        </SubmitButton>
      </AccountForm>
      <OtherWays
        kind="sign-up"
        readFields={readFields}
        onRefused={(error) => showIssues(error, ['email', 'display_name'], setError)}
      />
      <p className="soft small">
        <Rich
          id="legal.agree"
          terms={(words) => <Link to={paths.terms}>{words}</Link>}
          privacy={(words) => <Link to={paths.privacy}>{words}</Link>}
        />
      </p>
    </EntryPage>
  )
}
