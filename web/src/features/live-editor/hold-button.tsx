import clsx from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './hold-button.module.css'

const HOLD_MS = 1_000

type HoldButtonProps = {
  disabled: boolean
  onHeld: () => void
  /** A short press, and a press by the keyboard or a screen reader. */
  onPress: () => void
  children: ReactNode
}

export function HoldButton({ disabled, onHeld, onPress, children }: HoldButtonProps) {
  const [isHeld, setIsHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The click that ends a complete hold is no press. */
  const isDone = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stop = () => {
    clearTimeout(timer.current)
    setIsHeld(false)
  }
  return (
    <Button
      disabled={disabled}
      title={t('editor.hold')}
      className={clsx(styles.hold, isHeld && styles.held)}
      onPointerDown={() => {
        isDone.current = false
        setIsHeld(true)
        timer.current = setTimeout(() => {
          isDone.current = true
          setIsHeld(false)
          onHeld()
        }, HOLD_MS)
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDone.current) onPress()
        isDone.current = false
      }}
    >
      {children}
    </Button>
  )
}
