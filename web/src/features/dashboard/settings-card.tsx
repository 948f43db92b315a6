import type { Config } from '@called-it/shared/contract/site'
import type { FilledId, PlainId } from '@called-it/shared/languages/translate'
import { useConfig } from '../../lib/api/site.ts'
import { useChangeConfig } from '../../lib/api/use-change-config.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RegistrationLink } from '../../ui/registration/registration-link.tsx'
import { RegistrationSetting } from '../../ui/registration/registration-setting.tsx'
import { Switch } from '../../ui/switch.tsx'

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
] as const satisfies { name: keyof Config; label: PlainId; description: PlainId; changed: FilledId }[]

export function SettingsCard() {
  const config = useConfig()
  return (
    <Card heading={t('admin.settings')}>
      {config.data ? (
        <Settings config={config.data} />
      ) : (
        <NotLoaded what={t('admin.settings-what')} query={config} blocks={[3, '60px']} className="stack-4" />
      )}
    </Card>
  )
}

function Settings({ config }: { config: Config }) {
  const change = useChangeConfig()
  const wanted = change.isPending ? change.variables.set : {}
  return (
    <div className="stack-4">
      {SETTINGS.map(({ name, label, description, changed }) => (
        <Switch
          key={name}
          label={t(label)}
          description={t(description)}
          checked={wanted[name] ?? config[name]}
          busy={change.isPending}
          onCheckedChange={(enabled) =>
            change.mutate({
              set: { [name]: enabled },
              said: t(changed, { enabled: String(enabled) }),
              held: config,
            })
          }
        />
      ))}
      <RegistrationSetting
        mode={wanted.registration ?? config.registration.mode}
        isFixed={config.registration.is_fixed}
        busy={change.isPending}
        onChange={(registration) =>
          change.mutate({
            set: { registration },
            said: t('invite.changed', { mode: registration }),
            held: config,
          })
        }
      />
      {config.registration.mode === 'invited' && <RegistrationLink />}
      {change.isError && (
        <Notice tone="danger" role="alert">
          {t('admin.not-set')}
        </Notice>
      )}
    </div>
  )
}
