import { type Device, notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { endPushSubscription } from '../../../offline/push-subscription.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'

const { listDevices, removeDevice } = notificationSettingsEndpoints

/** A key below that of the settings, so that it is refetched with them. */
const devicesKey = [...queryKeys.notificationSettings, 'devices']

/** Push services, by the ends of their hosts. */
const BROWSERS = [
  ['googleapis.com', 'Chrome or a relative of it'],
  ['mozilla.com', 'Firefox'],
  ['apple.com', 'Safari'],
  ['windows.com', 'Edge'],
] as const

const browserOf = (host: string) => BROWSERS.find(([end]) => host.endsWith(`.${end}`))?.[1] ?? 'A browser'

export function DeviceList() {
  const { data, isError, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await request(listDevices, { signal })).devices,
  })
  if (isError) return <LoadFailed title="Your devices could not be loaded." onRetry={refetch} />
  if (!data?.length) return null
  return (
    <ul className="stack-3 apart" aria-label="devices that get pushes">
      {data.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  )
}

function DeviceRow({ device: { id, host, added_at, is_this } }: { device: Device }) {
  const queryClient = useQueryClient()
  const name = is_this ? `${browserOf(host)}, this device` : browserOf(host)
  const removal = useMutation({
    mutationFn: async () => {
      const { devices } = await request(removeDevice, { params: { deviceId: id } })
      if (is_this) await endPushSubscription()
      return devices
    },
    onSuccess: (devices) => queryClient.setQueryData(devicesKey, devices),
    onError: (error) => toastRequestFailure('The device was not removed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings }),
  })
  return (
    <li ref={passFocusOn} className="spread anywhere">
      <div>
        <strong>{name}</strong>
        <br />
        <span className="soft small">
          {host} · added {formatInstant(added_at)}
        </span>
      </div>
      <Button
        aria-label={`remove ${name}, added ${formatInstant(added_at)}`}
        busy={removal.isPending}
        onClick={() => removal.mutate()}
      >
        remove
      </Button>
    </li>
  )
}
