import type { Show } from '@called-it/shared/contract/shows'
import type { ComponentProps } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { instantOfLocal } from './local-time.ts'
import { lockTimeInWords } from './lock-in-words.ts'

type LockFieldProps = ComponentProps<'input'> & {
  show: Show
  /** By this device's clock; the hint shows it by the venue's. */
  typed: string
  error: string | undefined
}

export function LockField({ show, typed, ...rest }: LockFieldProps) {
  const instant = instantOfLocal(typed)
  return (
    <TextField
      label={t('scoring.lock-label')}
      hint={instant === null ? t('scoring.lock-hint') : lockTimeInWords(instant, show.utc_offset)}
      type="datetime-local"
      {...rest}
    />
  )
}

/** For `validate` of a lock field. */
export function requireInstant(typed: string): true | string {
  return instantOfLocal(typed) !== null || t('scoring.need-moment')
}
