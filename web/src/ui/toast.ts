import { create } from 'zustand'

export type ToastContent = {
  title: string
  description?: string | undefined
  /** A second line below the description. */
  reason?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  durationMs?: number | undefined
  /** For a failure that itself leads to another page. */
  survivesNavigation?: boolean | undefined
  /** `altText` names another way to do the same, for screen readers. */
  action?: { label: string; altText: string; onPress: () => void } | undefined
}

export const TOAST_DURATION_MS = 5_000
/** After its dismissal. */
const REMOVE_DELAY_MS = 1_000_000

type ShownToast = ToastContent & { id: number; open: boolean }

/** A new toast replaces the last one. */
const useToastStore = create<{ shown: ShownToast | null }>(() => ({ shown: null }))

let lastId = 0

/** @returns dismisses this toast, unless another has replaced it */
export function toast(content: ToastContent): () => void {
  lastId += 1
  const id = lastId
  useToastStore.setState({ shown: { ...content, id, open: true } })
  return () => {
    if (useToastStore.getState().shown?.id === id) dismissToast()
  }
}

type FailureDetails = Pick<ToastContent, 'reason' | 'survivesNavigation'>

export function toastFailure(title: string, description: string, details?: FailureDetails): void {
  toast({ ...details, title, description, variant: 'destructive' })
}

export function dismissToast(): void {
  const { shown } = useToastStore.getState()
  if (!shown?.open) return
  useToastStore.setState({ shown: { ...shown, open: false } })
  setTimeout(() => {
    if (useToastStore.getState().shown?.id === shown.id) useToastStore.setState({ shown: null })
  }, REMOVE_DELAY_MS)
}

/** What it speaks of is over: something succeeded, or another page is open. */
export function dismissFailure(over: 'success' | 'navigation'): void {
  const { shown } = useToastStore.getState()
  if (shown?.variant !== 'destructive' || (over === 'navigation' && shown.survivesNavigation)) return
  dismissToast()
}

export function useShownToast(): ShownToast | null {
  return useToastStore((store) => store.shown)
}
