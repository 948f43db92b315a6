import { useEffectEvent } from 'react'
import { defer, useDeferred } from './deferred.ts'
import { toast } from './toast.ts'

const windows = defer(() => import('./windows.ts'))

/** The code of dialogs and sheets, or null until it is here; one that is open and cannot be shown is closed. */
export function useWindows(open: boolean, onOpenChange: (open: boolean) => void) {
  const giveUp = useEffectEvent(() => {
    toast({
      title: 'That did not open',
      description: 'Check your connection and try again.',
      variant: 'destructive',
    })
    onOpenChange(false)
  })
  return useDeferred(windows, open, giveUp)
}
