import { useState } from 'react'
import { Switch } from '../../../ui/switch.tsx'
import { canKeepScreenOn, useWakeLock } from './use-wake-lock.ts'

export function ScreenSwitch() {
  const [isOn, setIsOn] = useState(false)
  useWakeLock(isOn)
  if (!canKeepScreenOn()) return null
  return <Switch label="keep the screen on" checked={isOn} onCheckedChange={setIsOn} />
}
