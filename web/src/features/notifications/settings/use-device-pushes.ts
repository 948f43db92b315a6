import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { takesPushes, turnPushesOn, unbindPushDevice } from '../../../lib/account/push-device.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { endPushSubscription, findPushSubscription } from '../../../offline/push-subscription.ts'

const deviceKey = [...queryKeys.notificationSettings, 'device']

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
