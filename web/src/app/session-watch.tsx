import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCurrentUser, useOtherTabs } from '../lib/account/session.ts'
import { recheckSession } from '../lib/account/session-flag.ts'
import { clearUserData, setDeviceOwner } from '../lib/account/user-storage.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { whenIdle } from '../lib/browser/when-idle.ts'
import { useServerEvent } from '../lib/events/use-server-event.ts'
import { t } from '../lib/words/texts.ts'
import { toast } from '../ui/toast.ts'

export function SessionWatch(): null {
  const queryClient = useQueryClient()
  const { user } = useCurrentUser()
  const userId = user === undefined ? undefined : (user?.id ?? null)
  const known = useRef(userId)
  useOtherTabs()

  useEffect(() => {
    if (userId === undefined) return
    if (userId !== null) {
      setDeviceOwner(userId)
      whenIdle(introduceDevice)
    }
    if (known.current !== undefined && known.current !== userId) {
      void queryClient.resetQueries({ queryKey: queryKeys.personal })
    }
    known.current = userId
  }, [queryClient, userId])

  useServerEvent('session:revoked', ({ reason }) => {
    // The response that brings the new cookie may come after this event.
    if (reason === 'renewed') return
    if (reason === 'logout') clearUserData()
    if (user && (reason === 'password' || reason === 'ended')) {
      toast({ title: t('site.logged-out'), description: t('site.session-over') })
    }
    const checked = reason === 'rights' ? Promise.resolve() : recheckSession()
    void checked.then(() => queryClient.invalidateQueries({ queryKey: queryKeys.currentUser }))
  })
  return null
}

/** Tried again with the next page that is loaded. */
function introduceDevice(): void {
  void import('../lib/account/push-device.ts').then((device) => device.introduceDevice()).catch(() => {})
}
