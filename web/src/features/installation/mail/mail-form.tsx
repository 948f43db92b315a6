import { t } from '../../../lib/words/texts.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { SettingField } from '../setting-field.tsx'
import { SettingForm } from '../setting-form.tsx'
import { MailServerFields } from './mail-server-fields.tsx'
import { TestMessage } from './test-message.tsx'
import { useMailStatus } from './use-mail-status.ts'

export function MailForm({ onSaved }: { onSaved?: () => void }) {
  const query = useMailStatus()
  const status = query.data
  if (!status) {
    return <NotLoaded what={t('setting.what')} query={query} blocks={[5, '96px']} className="stack-4" />
  }
  function finish() {
    void query.refetch()
    onSaved?.()
  }
  return (
    <SettingForm form="mail" onSaved={finish}>
      <MailServerFields server={status.server} />
      <SettingField
        name="MAIL_FROM"
        label={t('mailset.from')}
        hint={t('setting.default', { value: status.default_from })}
      />
      <SettingField name="MAIL_REPLY_TO" label={t('mailset.reply-to')} hint={t('mailset.reply-hint')} />
      <Disclosure title={t('mailset.more')}>
        <div className="stack-4">
          <SettingField name="MAILS_IN_FLIGHT" type="decimal" label={t('mailset.mails')} />
          <SettingField name="PUSHES_IN_FLIGHT" type="decimal" label={t('mailset.pushes')} />
        </div>
      </Disclosure>
      <TestMessage server={status.server} />
    </SettingForm>
  )
}
