import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { takesPushes, turnPushesOn, unbindPushDevice } from '../../../lib/account/push-device.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { isIos } from '../../../lib/browser/ios.ts'
import { endPushSubscription, findPushSubscription } from '../../../offline/push-subscription.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Notice } from '../../../ui/notice.tsx'

const deviceKey = [...queryKeys.notificationSettings, 'device']

export function PushSwitch({ pushKey }: { pushKey: string }) {
  const queryClient = useQueryClient()
  const device = useQuery({
    queryKey: deviceKey,
    queryFn: async () => ({ isOn: await takesPushes() }),
  })
  const isOn = device.data?.isOn === true
  const change = useMutation({
    mutationFn: async () => void (await (isOn ? turnOff() : turnPushesOn(pushKey))),
    onError: (error) => toastRequestFailure('Pushes were not changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings }),
  })
  // iOS has pushes only for pages on the home screen.
  if (isIos() && !matchMedia('(display-mode: standalone)').matches) {
    return <Notice>To get pushes here, add this page: share button, then Add to Home Screen.</Notice>
  }
  if (!('PushManager' in globalThis)) return <Notice>This browser cannot receive pushes.</Notice>
  if (Notification.permission === 'denied') {
    return (
      <Notice tone="warning" role="status">
        Notifications of this site are blocked. Allow them in the settings of your browser, then reload.
      </Notice>
    )
  }
  return (
    <Button ref={passFocusOn} busy={change.isPending || device.isPending} onClick={() => change.mutate()}>
      {isOn ? 'turn pushes off here' : 'turn pushes on here'}
    </Button>
  )
}

/** Ended here even if the server cannot be reached. */
async function turnOff(): Promise<void> {
  const subscription = await findPushSubscription()
  await endPushSubscription()
  if (subscription) await unbindPushDevice(subscription)
}
