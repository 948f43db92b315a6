import { type Config, siteEndpoints } from '@called-it/shared/contract/site'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useConfig } from '../../lib/api/site.ts'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'

type LiftOverlayProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Offers to lift the site overlay: scoring was requested, so the show is over. */
export function LiftOverlay({ open, onOpenChange }: LiftOverlayProps) {
  const queryClient = useQueryClient()
  const { data: config } = useConfig()
  const lifting = useMutation({
    mutationFn: (held: Config) =>
      request(siteEndpoints.changeConfig, { body: { config: { ...held, siteOverlayEnabled: false } } }),
    onSuccess: ({ config: changed }) => {
      queryClient.setQueryData(queryKeys.config, changed)
      toast({ title: 'Settings Updated', description: 'Show overlay disabled' })
      onOpenChange(false)
    },
    onError: (error) => toastAdminFailure('Update Failed', error, 'Failed to update application settings.'),
  })
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="main"
      title="lift the overlay?"
      description="The overlay still covers the site. The scores are on their way, so fans will want to come in."
      cancelLabel="leave it on"
      confirmLabel="lift the overlay"
      busy={lifting.isPending}
      busyText="lifting..."
      onConfirm={() => config && lifting.mutate(config)}
    />
  )
}
