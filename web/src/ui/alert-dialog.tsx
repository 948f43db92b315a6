import type { ReactNode } from 'react'
import { useWindows } from './use-windows.ts'

export type AlertDialogProps = {
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  cancelLabel?: string
  confirmLabel: string
  /** What the button that confirms reads while `busy`. */
  busyText?: string
  busy?: boolean
  /** Destroying is red; anything else is the main colour. */
  tone?: 'danger' | 'main'
  /** Confirming does not close the dialog: close it by `open` when the work is done. */
  onConfirm: () => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A question that must be answered; cancelling has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const windows = useWindows(props.open, props.onOpenChange)
  return windows && <windows.AlertWindow {...props} />
}
