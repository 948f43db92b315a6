import { counted } from '@called-it/shared/contract/counted'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { ChoicesTable } from './choices-table.tsx'
import { DeviceList } from './device-list.tsx'
import { PushSwitch } from './push-switch.tsx'
import styles from './settings.module.css'
import { TimesForm } from './times-form.tsx'
import { useSettings } from './use-settings.ts'

export function NotificationSettingsPage() {
  const { data, isError, refetch } = useSettings()
  return (
    <Page title="notification settings" width="narrow" hasSections>
      <h1>notification settings</h1>
      <div className={styles.all}>
        {data ? (
          <ChoicesTable choices={data.choices} />
        ) : isError ? (
          <LoadFailed title="The settings could not be loaded." onRetry={refetch} />
        ) : (
          <Loading label="Loading the settings..." className="stack-2">
            <SkeletonBlocks count={10} height="53px" />
          </Loading>
        )}
      </div>
      {data && (
        <>
          <Card heading="push on this device" note={counted(data.devices, 'device')}>
            <PushSwitch pushKey={data.push_key} />
            <DeviceList />
          </Card>
          <Card heading="quiet hours">
            <p className="soft">Reminders and league news wait until they are over.</p>
            <TimesForm settings={data} />
          </Card>
        </>
      )}
    </Page>
  )
}
