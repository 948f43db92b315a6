import { counted } from '@called-it/shared/contract/counted'
import { Card } from '../../../ui/card.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { ChoicesTable } from './choices-table.tsx'
import { DeviceList } from './device-list.tsx'
import { PushSwitch } from './push-switch.tsx'
import { TimesForm } from './times-form.tsx'
import { useSettings } from './use-settings.ts'

export function NotificationSettingsPage() {
  const { data, isError, refetch } = useSettings()
  return (
    <Page title="settings of notifications" width="narrow" hasSections>
      <Card heading="settings of notifications" headingLevel={1}>
        {data ? (
          <ChoicesTable choices={data.choices} />
        ) : isError ? (
          <LoadFailed title="The settings could not be loaded." onRetry={refetch} />
        ) : (
          <Loading label="Loading the settings...">
            <SkeletonBlocks count={6} height="44px" />
          </Loading>
        )}
      </Card>
      {data && (
        <>
          <Card heading="push on this device" note={counted(data.devices, 'device')}>
            <PushSwitch pushKey={data.push_key} />
            <DeviceList />
          </Card>
          <Card heading="quiet hours">
            <p className="soft">Reminders and news of leagues wait until they are over.</p>
            <TimesForm settings={data} />
          </Card>
        </>
      )}
    </Page>
  )
}
