import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { takesPushes, turnPushesOn, unbindPushDevice } from '../../../lib/account/push-device.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { pushObstacle } from '../../../lib/browser/push-obstacle.ts'
import { t } from '../../../lib/words/texts.ts'
import { endPushSubscription, findPushSubscription } from '../../../offline/push-subscription.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Notice } from '../../../ui/notice.tsx'

const deviceKey = [...queryKeys.notificationSettings, 'device']

export function PushSwitch({ pushKey }: { pushKey: string }) {
  const { isOn, isBusy, change } = useDevicePushes()
  switch (pushObstacle()) {
    case 'home screen':
      return <Notice>{t('inbox.home-screen')}</Notice>
    case 'no pushes':
      return <Notice>{t('inbox.no-pushes')}</Notice>
    case 'blocked':
      return (
        <Notice tone="warning" role="status">
          {t('inbox.blocked')}
        </Notice>
      )
    case null:
      return (
        <Button ref={passFocusOn} busy={isBusy} onClick={() => change({ pushKey: isOn ? null : pushKey })}>
          {t(isOn ? 'inbox.pushes-off' : 'inbox.pushes-on')}
        </Button>
      )
  }
}

function useDevicePushes() {
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
    onError: (error) => toastRequestFailure(t('inbox.not-changed'), error),
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
