import { type Config, siteEndpoints } from '@called-it/shared/contract/site'
import type { FilledId, PlainId } from '@called-it/shared/languages/translate'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode, request } from '../../lib/api/api.ts'
import { toastAccessDenied } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useConfig } from '../../lib/api/site.ts'
import { t } from '../../lib/words/texts.ts'
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
    label: 'admin.test-mode',
    description: 'admin.test-mode-hint',
    changed: 'admin.test-mode-set',
  },
  {
    name: 'siteOverlayEnabled',
    label: 'admin.overlay',
    description: 'admin.overlay-hint',
    changed: 'admin.overlay-set',
  },
] as const satisfies { name: SettingName; label: PlainId; description: PlainId; changed: FilledId }[]

export function SettingsCard() {
  const config = useConfig()
  const change = useChangeSetting()
  return (
    <Card heading={t('admin.settings')}>
      {!config.data && (
        <NotLoaded what={t('admin.settings-what')} query={config} blocks={[2, '60px']} className="stack-4" />
      )}
      {config.data && (
        <div className="stack-4">
          {SETTINGS.map(({ name, label, description }) => {
            const wanted =
              change.isPending && change.variables.name === name ? change.variables.enabled : null
            return (
              <Switch
                key={name}
                label={t(label)}
                description={t(description)}
                checked={wanted ?? config.data[name]}
                busy={change.isPending}
                onCheckedChange={(enabled) => change.mutate({ name, enabled, held: config.data })}
              />
            )
          })}
          {change.isError && (
            <Notice tone="danger" role="alert">
              {t('admin.not-set')}
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
      const changed = SETTINGS.find((setting) => setting.name === name)?.changed
      toast({
        title: t('admin.updated'),
        description: changed && t(changed, { enabled: String(enabled) }),
      })
    },
    onError: async (error) => {
      if (toastAccessDenied(error)) return
      toastFailure(t('admin.update-failed'), describeFailure(error))
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
  return hasCode(error, 'stale_version') ? t('admin.other-admin') : t('admin.settings-fail')
}
