import { type Config, siteEndpoints } from '@called-it/shared/contract/site'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode, request } from '../../lib/api/api.ts'
import { toastAccessDenied } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useConfig } from '../../lib/api/site.ts'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'

type SettingName = 'testModeEnabled' | 'siteOverlayEnabled'
type Change = { name: SettingName; enabled: boolean; held: Config }

const SETTINGS = [
  {
    name: 'testModeEnabled',
    label: 'test mode',
    nameInToast: 'Test mode',
    description: 'While it is off, users cannot use Test Score in the builder.',
  },
  {
    name: 'siteOverlayEnabled',
    label: 'show overlay',
    nameInToast: 'Show overlay',
    description: 'While it is on, an overlay disables the site during shows. Users can still log in.',
  },
] as const satisfies { name: SettingName; label: string; nameInToast: string; description: string }[]

export function SettingsCard() {
  const config = useConfig()
  const change = useChangeSetting()
  return (
    <Card heading="application settings">
      {!config.data && (
        <NotLoaded what="the settings" query={config} blocks={[2, '60px']} className="stack-4" />
      )}
      {config.data && (
        <div className="stack-4">
          {SETTINGS.map(({ name, label, description }) => {
            const wanted =
              change.isPending && change.variables.name === name ? change.variables.enabled : null
            return (
              <Switch
                key={name}
                label={label}
                description={description}
                checked={wanted ?? config.data[name]}
                busy={change.isPending}
                onCheckedChange={(enabled) => change.mutate({ name, enabled, held: config.data })}
              />
            )
          })}
          {change.isError && (
            <Notice tone="danger" role="alert">
              Failed to update configuration
            </Notice>
          )}
        </div>
      )}
    </Card>
  )
}

/** Sends the version that the admin saw: the server refuses the change if another admin was faster. */
function useChangeSetting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name, enabled, held }: Change) =>
      request(siteEndpoints.changeConfig, { body: { config: { ...held, [name]: enabled } } }),
    onSuccess: ({ config }, { name, enabled }) => {
      keepNewest(queryClient, config)
      const changed = SETTINGS.find((setting) => setting.name === name)?.nameInToast ?? ''
      toast({ title: 'Settings Updated', description: `${changed} ${enabled ? 'enabled' : 'disabled'}` })
    },
    onError: async (error) => {
      if (toastAccessDenied(error)) return
      toastFailure('Update Failed', describeFailure(error))
      // Awaited, so that the switch goes straight to the server's state when the mutation ends.
      await queryClient.refetchQueries({ queryKey: queryKeys.config, exact: true })
    },
  })
}

/** The live event of a later change may arrive before the response to an earlier one. */
function keepNewest(queryClient: QueryClient, received: Config): void {
  queryClient.setQueryData<Config>(queryKeys.config, (held) =>
    held && held.version > received.version ? held : received,
  )
}

function describeFailure(error: unknown): string {
  return hasCode(error, 'stale_version')
    ? 'Another admin has changed the settings in the meantime. You see them as they are now.'
    : 'Failed to update application settings.'
}
