import { installationSettingsEndpoints } from '@called-it/shared/contract/installation-settings'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode, isServerUnavailable, request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { isServerReady } from '../../lib/api/server-recovery.ts'
import { t } from '../../lib/words/texts.ts'
import { toast } from '../../ui/toast.ts'
import { installationSettingsQuery } from './use-installation-settings.ts'

const POLL_MS = 2_000
/** Programs have 30 s to end their work. */
const MAX_POLLS = 45

/** Pending until nothing waits for a restart any more, which takes a gateway that has started again. */
export function useRestart(): UseMutationResult<void, Error, void> {
  const queryClient = useQueryClient()

  async function hasRestarted(): Promise<boolean> {
    if (!(await isServerReady())) return false
    try {
      const { settings } = await queryClient.fetchQuery({ ...installationSettingsQuery, staleTime: 0 })
      return !settings.some((setting) => setting.waits_for_restart)
    } catch (error) {
      if (isServerUnavailable(error)) return false
      // The site has another address now, and with https another cookie.
      if (hasCode(error, 'misdirected') || hasCode(error, 'not_logged_in')) return true
      throw error
    }
  }

  /** Where the site moves with this restart; null if it stays here. */
  async function findNewOrigin(): Promise<string | null> {
    const { settings } = await queryClient.ensureQueryData(installationSettingsQuery)
    const address = settings.find((setting) => setting.name === 'PUBLIC_URL' && setting.waits_for_restart)
    const origin = address?.value ? new URL(address.value).origin : location.origin
    return origin === location.origin ? null : origin
  }

  return useMutation({
    async mutationFn() {
      // Before the page sends who is logged out to the login.
      const place = location.pathname + location.search + location.hash
      const moved = await findNewOrigin()
      await request(installationSettingsEndpoints.restartPrograms)
      for (let polls = 0; polls < MAX_POLLS; polls += 1) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        if (!(await hasRestarted())) continue
        if (moved !== null) location.assign(moved + place)
        return
      }
      throw new Error('The programs have not started again')
    },
    onSuccess: () => toast({ title: t('setting.restarted') }),
    onError: (error) => toastAdminFailure(t('setting.no-restart'), error, t('setting.look-there')),
  })
}
