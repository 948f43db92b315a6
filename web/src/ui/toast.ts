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

type ShownToast = ToastContent & { id: number; open: boolean }

/** A new toast replaces the last one. */
const useToastStore = create<{ shown: ShownToast | null }>(() => ({ shown: null }))

export function toast(content: ToastContent): void {
  useToastStore.setState(({ shown }) => ({ shown: { ...content, id: (shown?.id ?? 0) + 1, open: true } }))
}

export function toastFailure(title: string, description: string, reason?: string): void {
  toast({ title, description, reason, variant: 'destructive' })
}

export function dismissToast(): void {
  useToastStore.setState(({ shown }) => ({ shown: shown && { ...shown, open: false } }))
}

export function useShownToast(): ShownToast | null {
  return useToastStore((store) => store.shown)
}
