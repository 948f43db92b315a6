import type { ComponentProps } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { TextField } from '../../../ui/text-field.tsx'

/** For an address without an account. */
export function NewNameField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'hint'>) {
  return (
    <TextField
      label={t('account.name')}
      hint={t('link.picks-seen')}
      autoComplete="nickname"
      enterKeyHint="go"
      {...props}
    />
  )
}
