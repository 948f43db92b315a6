import { type Device, notificationSettingsEndpoints } from '@called-it/shared/contract/notification-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { endPushSubscription } from '../../../offline/push-subscription.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { ChoicesTable } from './choices-table.tsx'
import { PushSwitch } from './push-switch.tsx'
import styles from './settings.module.css'
import { TimesForm } from './times-form.tsx'
import { useSettings } from './use-settings.ts'

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

export function NotificationSettingsPage() {
  const { data, isError, refetch } = useSettings()
  return (
    <Page title={t('inbox.settings')} width="narrow" hasSections>
      <h1>{t('inbox.settings')}</h1>
      <div className={clsx(styles.all, 'cards')}>
        {data ? (
          <ChoicesTable choices={data.choices} />
        ) : (
          <NotLoaded
            what={t('inbox.the-settings')}
            query={{ isError, refetch }}
            blocks={[10, '53px']}
            className="stack-2"
          />
        )}
      </div>
      {data && (
        <>
          <Card heading={t('inbox.push-here')} note={t('inbox.devices', { count: data.devices })}>
            <PushSwitch pushKey={data.push_key} />
            <DeviceList />
          </Card>
          <Card heading={t('inbox.quiet-hours')}>
            <p className="soft">{t('inbox.about-quiet')}</p>
            <TimesForm settings={data} />
          </Card>
        </>
      )}
    </Page>
  )
}

function DeviceList() {
  const { data, isError, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: async ({ signal }) => (await request(listDevices, { signal })).devices,
  })
  if (isError) return <LoadFailed title={t('inbox.no-devices')} onRetry={refetch} />
  if (!data?.length) return null
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
