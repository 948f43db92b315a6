import { Switch } from '../../../ui/switch.tsx'
import { pushObstacle, useDevicePushes } from './use-device-pushes.ts'
import { useSetChoices, useSettings } from './use-settings.ts'

/** The push of the first song, on this device. Nothing where the device cannot get pushes. */
export function StartsSwitch() {
  const { data } = useSettings()
  const setChoices = useSetChoices()
  const { isOn, isBusy, change } = useDevicePushes()
  if (pushObstacle() !== null) return null
  const isWanted = data?.choices.some(({ kind, push }) => kind === 'first-song' && push) === true
  const want = (is_on: boolean) => setChoices([{ kind: 'first-song', channel: 'push', is_on }])
  return (
    <Switch
      label="tell me when it starts"
      checked={isOn && isWanted}
      busy={isBusy || !data}
      onCheckedChange={(isChecked) => {
        if (!data) return
        if (!isChecked || isOn) return want(isChecked)
        change({ pushKey: data.push_key, onDone: () => want(true) })
      }}
    />
  )
}
