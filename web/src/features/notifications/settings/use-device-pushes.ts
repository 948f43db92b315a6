import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bindPushDevice, unbindPushDevice } from '../../../lib/account/push-device.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { isIos } from '../../../lib/browser/ios.ts'
import {
  endPushSubscription,
  findPushSubscription,
  startPushSubscription,
} from '../../../offline/push-subscription.ts'
import { toast } from '../../../ui/toast.ts'

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
    queryFn: async () => ({ isOn: (await findPushSubscription()) !== null }),
  })
  const { mutate, isPending: isChanging } = useMutation({
    mutationFn: ({ pushKey }: { pushKey: string | null; onDone?: () => void }) =>
      pushKey === null ? turnOff() : turnOn(pushKey),
    onSuccess: (isDone, { onDone }) => isDone && onDone?.(),
    onError: (error) => toastRequestFailure('Pushes were not changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings }),
  })
  return { isOn: data?.isOn === true, isBusy: isPending || isChanging, change: mutate }
}

async function turnOn(pushKey: string): Promise<boolean> {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') {
    await bindPushDevice(await startPushSubscription(pushKey))
    return true
  }
  if (permission === 'default') {
    toast({ title: 'Pushes are still off', description: 'Press again and choose allow in your browser.' })
  }
  return false
}

/** Ended here even if the server cannot be reached. */
async function turnOff(): Promise<boolean> {
  const subscription = await findPushSubscription()
  await endPushSubscription()
  if (subscription) await unbindPushDevice(subscription)
  return true
}
