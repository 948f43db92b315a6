import { notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { pushObstacle } from '../../../lib/browser/push-obstacle.ts'
import { t } from '../../../lib/words/texts.ts'
import { Switch } from '../../../ui/switch.tsx'

const { getNotificationSettings, setNotificationChoice } = notificationSettingsEndpoints
const queryKey = queryKeys.notificationSettings

const loadDevice = () => import('../../../lib/account/push-device.ts')

/** Pushes of the first song, on this device. Nothing where it takes none. */
export function StartSwitch() {
  const queryClient = useQueryClient()
  const enabled = pushObstacle() === null
  const settings = useQuery({
    queryKey,
    enabled,
    queryFn: ({ signal }) => request(getNotificationSettings, { signal }),
  })
  const device = useQuery({
    queryKey: [...queryKey, 'device'],
    enabled,
    queryFn: async () => ({ isOn: await (await loadDevice()).takesPushes() }),
  })
  const change = useMutation({
    mutationFn: async (is_on: boolean) => {
      const pushKey = settings.data?.push_key
      if (pushKey === undefined) return
      if (is_on && !device.data?.isOn && !(await (await loadDevice()).turnPushesOn(pushKey))) return
      await request(setNotificationChoice, { body: { kind: 'first-song', channel: 'push', is_on } })
    },
    onError: (error) => toastRequestFailure(t('pick.push-failed'), error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (!enabled) return null
  const isChosen = settings.data?.choices.some(({ kind, push }) => kind === 'first-song' && push)
  return (
    <Switch
      label={t('pick.push')}
      description={t('pick.push-what')}
      checked={device.data?.isOn === true && isChosen === true}
      busy={change.isPending || settings.isPending || device.isPending}
      onCheckedChange={change.mutate}
    />
  )
}
