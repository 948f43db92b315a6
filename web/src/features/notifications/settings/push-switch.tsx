import { pushObstacle } from '../../../lib/browser/push-obstacle.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useDevicePushes } from './use-device-pushes.ts'

export function PushSwitch({ pushKey }: { pushKey: string }) {
  const { isOn, isBusy, change } = useDevicePushes()
  switch (pushObstacle()) {
    case 'home screen':
      return <Notice>To get pushes here, add this page: share button, then Add to Home Screen.</Notice>
    case 'no pushes':
      return <Notice>This browser cannot receive pushes.</Notice>
    case 'blocked':
      return (
        <Notice tone="warning" role="status">
          Notifications of this site are blocked. Allow them in the settings of your browser, then reload.
        </Notice>
      )
    case null:
      return (
        <Button ref={passFocusOn} busy={isBusy} onClick={() => change({ pushKey: isOn ? null : pushKey })}>
          {isOn ? 'turn pushes off here' : 'turn pushes on here'}
        </Button>
      )
  }
}
