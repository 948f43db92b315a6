import { ACCOUNT_MESSAGES } from '@called-it/shared/contract/accounts'
import { useNavigate } from 'react-router-dom'
import { toast } from '../ui/toast.ts'
import { toastRequestFailure } from './failure-toasts.ts'
import { paths } from './paths.ts'
import { useLogout } from './session.ts'

/** Long enough for the toast to be seen where the button was pressed. */
const REDIRECT_DELAY_MS = 50

export function useLogoutAndRedirect(): () => void {
  const logout = useLogout()
  const navigate = useNavigate()
  return () =>
    logout.mutate(undefined, {
      onSuccess: () => toast({ title: 'Logged out', description: ACCOUNT_MESSAGES.loggedOut }),
      onError: (error) =>
        toastRequestFailure('Logout failed', error, 'Failed to logout. Please try again.', {
          survivesNavigation: true,
        }),
      onSettled: () => setTimeout(() => navigate(paths.login), REDIRECT_DELAY_MS),
    })
}
