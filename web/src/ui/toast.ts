import { create } from 'zustand'

export type ToastContent = {
  title: string
  description?: string | undefined
  /** A second line below the description. */
  reason?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  durationMs?: number | undefined
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

export function toast(content: ToastContent): void {
  lastId += 1
  useToastStore.setState({ shown: { ...content, id: lastId, open: true } })
}

export function toastFailure(title: string, description: string, reason?: string): void {
  toast({ title, description, reason, variant: 'destructive' })
}

export function dismissToast(): void {
  const { shown } = useToastStore.getState()
  if (!shown?.open) return
  useToastStore.setState({ shown: { ...shown, open: false } })
  setTimeout(() => {
    if (useToastStore.getState().shown?.id === shown.id) useToastStore.setState({ shown: null })
  }, REMOVE_DELAY_MS)
}

export function useShownToast(): ShownToast | null {
  return useToastStore((store) => store.shown)
}
