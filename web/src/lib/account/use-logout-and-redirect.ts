import { useLocation, useNavigate } from 'react-router-dom'
import { toast } from '../../ui/toast.ts'
import { toastRequestFailure } from '../api/request-toasts.ts'
import { paths } from '../paths.ts'
import { t } from '../words/texts.ts'
import { useLogout } from './login.ts'

/** Long enough for the toast to be seen where the button was pressed. */
const REDIRECT_DELAY_MS = 50

/** Location state of the login page. */
export const LOGOUT_FAILED = 'logout-failed'

export function useLogoutAndRedirect(): () => void {
  const logout = useLogout()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const openLogin = (state: string | null) =>
    setTimeout(() => navigate(paths.login, { state, replace: pathname === paths.login }), REDIRECT_DELAY_MS)
  return () =>
    // Not by the callbacks of `mutate`: the menu of the fan may be gone by then.
    void logout.mutateAsync().then(
      () => {
        toast({ title: t('words.logged-out'), description: t('words.logout-done') })
        openLogin(null)
      },
      (error: unknown) => {
        toastRequestFailure(t('words.logout-failed'), error, t('words.logout-again'), {
          survivesNavigation: true,
        })
        openLogin(LOGOUT_FAILED)
      },
    )
}
