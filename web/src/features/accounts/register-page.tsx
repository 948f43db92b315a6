import { accountEndpoints, registerBody } from '@called-it/shared/contract/accounts'
import { newPassword } from '@called-it/shared/contract/entered-fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { matchPath, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { keptInvitation } from '../../lib/account/kept-invitation.ts'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { keptReturnPath } from '../../lib/account/return-path.ts'
import { request } from '../../lib/api/api.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths, patterns, readShowId } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { EmailField } from '../../ui/account-fields.tsx'
import { Field } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { TYPED_TWICE } from './new-password-fields.tsx'
import { ReadablePasswordField } from './readable-password-field.tsx'

const registration = registerBody.extend({ confirmation: newPassword }).refine(...TYPED_TWICE)

export function RegisterPage() {
  const navigate = useNavigate()
  const { register, handleSubmit, setError, setFocus, setValue, formState } = useForm<
    z.input<typeof registration>
  >({
    resolver: zodResolver(registration),
    defaultValues: { email: '', display_name: '', password: '', confirmation: '' },
  })
  const creation = useMutation({
    mutationFn: ({ email, display_name, password }: z.input<typeof registration>) => {
      const [invitation, showId] = [keptInvitation()?.invitation, wantedShow()]
      return request(accountEndpoints.register, {
        body: { email, display_name, password, ...(invitation && { invitation }), ...(showId && { showId }) },
      })
    },
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

  return (
    <EntryPage title={t('account.sign-up')}>
      <AccountForm onSubmit={handleSubmit((fields) => creation.mutate(fields))}>
        <EmailField enterKeyHint="next" error={errors.email?.message} {...register('email')} />
        <Field label={t('account.name')} error={errors.display_name?.message}>
          {(wiring) => (
            <TextInput
              autoComplete="nickname"
              enterKeyHint="next"
              {...wiring}
              {...register('display_name')}
            />
          )}
        </Field>
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
    </EntryPage>
  )
}

/** The show that a visitor signs up for: that of the kept song, else of the page to return to. */
function wantedShow(): number | null {
  const [pathname = ''] = keptReturnPath()?.path.split('?') ?? []
  const match = matchPath(patterns.prediction, pathname) ?? matchPath(patterns.show, pathname)
  return findKeptSong()?.showId ?? readShowId(match?.params.showId)
}
