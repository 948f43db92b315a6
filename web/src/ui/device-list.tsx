import { type Device, notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { request } from '../lib/api/api.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { toastRequestFailure } from '../lib/api/request-toasts.ts'
import { formatInstant } from '../lib/words/format-instant.ts'
import { t } from '../lib/words/texts.ts'
import { endPushSubscription } from '../offline/push-subscription.ts'
import { Button } from './button.tsx'
import { passFocusOn } from './focus-section.ts'
import { LoadFailed } from './load-failed.tsx'

const { listDevices, removeDevice } = notificationSettingsEndpoints

/** A key below that of the settings, so that it is refetched with them. */
const devicesKey = [...queryKeys.notificationSettings, 'devices']

/** Push services, by the ends of their hosts; null: of Chrome and its relatives. */
const BROWSERS = [
  ['googleapis.com', null],
  ['mozilla.com', 'Firefox'],
  ['apple.com', 'Safari'],
  ['windows.com', 'Edge'],
] as const

function browserOf(host: string): string {
  const found = BROWSERS.find(([end]) => host.endsWith(`.${end}`))
  if (!found) return t('inbox.a-browser')
  return found[1] ?? t('inbox.chrome')
}

/** The fan's devices that get pushes; `empty` where there are none. */
export function DeviceList({ empty = null }: { empty?: ReactNode }) {
  const { data, isError, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await request(listDevices, { signal })).devices,
  })
  if (isError) return <LoadFailed title={t('inbox.no-devices')} onRetry={refetch} />
  if (!data?.length) return data && empty
  return (
    <ul className="stack-3 apart" aria-label={t('inbox.with-pushes')}>
      {data.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  )
}

function DeviceRow({ device: { id, host, added_at, is_this } }: { device: Device }) {
  const queryClient = useQueryClient()
  const browser = browserOf(host)
  const name = is_this ? t('inbox.this-device', { browser }) : browser
  const added = formatInstant(added_at)
  const removal = useMutation({
    mutationFn: async () => {
      const { devices } = await request(removeDevice, { params: { deviceId: id } })
      if (is_this) await endPushSubscription()
      return devices
    },
    onSuccess: (devices) => queryClient.setQueryData(devicesKey, devices),
    onError: (error) => toastRequestFailure(t('inbox.not-removed'), error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings }),
  })
  return (
    <li ref={passFocusOn} className="spread anywhere">
      <div>
        <strong>{name}</strong>
        <br />
        <span className="soft small">
          {host} · {t('inbox.added', { added })}
        </span>
      </div>
      <Button
        aria-label={t('inbox.remove-named', { name, added })}
        busy={removal.isPending}
        onClick={() => removal.mutate()}
      >
        {t('inbox.remove')}
      </Button>
    </li>
  )
}
