import { invitation } from '@called-it/shared/contract/leagues'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { keepSignUpCode } from '../../lib/account/kept-invitation.ts'
import { useConfig } from '../../lib/api/site.ts'
import { t } from '../../lib/words/texts.ts'
import { signUpContext } from './sign-up-context.ts'

/** Why the visitor cannot sign up; null where that is possible. Keeps the code of the admins' link. */
export function useSignUpObstacle(): string | null {
  const [search] = useSearchParams()
  const code = invitation.safeParse(search.get('invitation')).data
  const mode = useConfig().data?.registration.mode
  useEffect(() => {
    if (code !== undefined) keepSignUpCode(code)
  }, [code])
  if (mode === 'closed') return t('invite.is-closed')
  const isInvited = code !== undefined || signUpContext().invitation !== undefined
  return mode === 'invited' && !isInvited ? t('invite.needed') : null
}
