import type { ReactNode } from 'react'
import { useWindows } from './use-windows.ts'

export type DialogProps = {
  title: ReactNode
  /** A sentence below the title, read out with it. */
  description?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Puts the focus where it belongs when the window opens; without it the first control has it. */
  focusFirst?: () => void
  /** Buttons, always in sight at the bottom. */
  footer?: ReactNode
  size?: 'm' | 'l'
  children: ReactNode
}

/** A window above the page: focus stays in it and returns afterwards, Escape and the curtain close it. */
export function Dialog(props: DialogProps) {
  const windows = useWindows(props.open, props.onOpenChange)
  return windows && <windows.DialogWindow {...props} />
}
