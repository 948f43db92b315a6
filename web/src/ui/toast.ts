import { create } from 'zustand'

/** What a toast says. */
export type ToastContent = {
  title: string
  description?: string | undefined
  /** `destructive` for what failed or was refused. */
  variant?: 'default' | 'destructive' | undefined
  /** In milliseconds. */
  duration?: number | undefined
  /** Something to do about it; `altText` says how to do it otherwise. */
  action?: { label: string; altText: string; onPress: () => void } | undefined
}

export const TOAST_DURATION_MS = 5_000

type ShownToast = ToastContent & { id: number; open: boolean }

/** One toast at most is to be seen: a new one takes the place of the last. */
const useToastStore = create<{ shown: ShownToast | null }>(() => ({ shown: null }))

/** Tells the reader of something that has just happened, from anywhere. */
export function toast(content: ToastContent): void {
  useToastStore.setState(({ shown }) => ({ shown: { ...content, id: (shown?.id ?? 0) + 1, open: true } }))
}

/** Takes the toast away, if there is one. */
export function dismissToast(): void {
  useToastStore.setState(({ shown }) => ({ shown: shown && { ...shown, open: false } }))
}

/** For the one place that shows toasts. */
export function useShownToast(): ShownToast | null {
  return useToastStore((store) => store.shown)
}
