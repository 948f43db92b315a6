import type { ReactNode } from 'react'
import { useWindows } from './use-windows.ts'

export type SheetProps = {
  title: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** False leaves the page above the sheet in reach, so that both are used together. */
  modal?: boolean
  children: ReactNode
}

/** A panel that comes up under the thumb; pulled down by its head, or closed by Escape and its button. */
export function Sheet(props: SheetProps) {
  const windows = useWindows(props.open, props.onOpenChange)
  return windows && <windows.SheetWindow {...props} />
}
