import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { takesPushes, turnPushesOn, unbindPushDevice } from '../../../lib/account/push-device.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { isIos } from '../../../lib/browser/ios.ts'
import { endPushSubscription, findPushSubscription } from '../../../offline/push-subscription.ts'

const deviceKey = [...queryKeys.notificationSettings, 'device']

/** Null where this device can get pushes. */
export function pushObstacle(): 'home screen' | 'no pushes' | 'blocked' | null {
  // iOS has pushes only for pages on the home screen.
  if (isIos() && !matchMedia('(display-mode: standalone)').matches) return 'home screen'
  if (!('PushManager' in globalThis)) return 'no pushes'
  return Notification.permission === 'denied' ? 'blocked' : null
}

export function useDevicePushes() {
  const queryClient = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: deviceKey,
    queryFn: async () => ({ isOn: await takesPushes() }),
  })
  const { mutate, isPending: isChanging } = useMutation({
    mutationFn: async ({ pushKey }: { pushKey: string | null }) => {
      if (pushKey === null) await turnOff()
      else await turnPushesOn(pushKey)
    },
    onError: (error) => toastRequestFailure('Pushes were not changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings }),
  })
  return { isOn: data?.isOn === true, isBusy: isPending || isChanging, change: mutate }
}

/** Ended here even if the server cannot be reached. */
async function turnOff(): Promise<void> {
  const subscription = await findPushSubscription()
  await endPushSubscription()
  if (subscription) await unbindPushDevice(subscription)
}
