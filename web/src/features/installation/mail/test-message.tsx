import { type MailServer, mailSettingsEndpoints } from '@called-it/shared/contract/mail-settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettingDraft } from '../setting-draft.ts'
import { SettingIssues } from '../setting-issues.tsx'
import { issuesByName } from '../use-installation-settings.ts'
import { MailTestResult } from './mail-test-result.tsx'

/** With what is entered, before it is saved. */
export function TestMessage({ server }: { server: MailServer | null }) {
  const smtp = useSettingDraft('SMTP_URL')
  const sender = useSettingDraft('MAIL_FROM')
  const [to, setTo] = useState('')
  const from = sender.draft === undefined ? sender.setting.value : sender.draft
  const test = useMutation({
    mutationFn: () =>
      request(mailSettingsEndpoints.testMail, {
        body: { smtp_url: smtp.draft ?? null, from: from || null, ...(to.trim() && { to }) },
      }),
    onError(error) {
      if (issuesByName(error).size === 0) toastAdminFailure(t('mailset.not-tested'), error)
    },
  })
  const issues = new Map(issuesByName(test.error))
  const wrongAddress = issues.get('to')
  issues.delete('to')
  const hasServer = smtp.draft === undefined ? server !== null && !smtp.setting.is_unreadable : smtp.draft
  if (!hasServer) return null
  return (
    <section className="stack-3" aria-label={t('mailset.test')}>
      <TextField
        label={t('mailset.test-to')}
        hint={t('mailset.to-hint')}
        error={wrongAddress}
        type="email"
        value={to}
        autoComplete="email"
        onChange={({ target }) => setTo(target.value)}
      />
      <div className="buttons">
        <Button busy={test.isPending} busyText={t('mailset.testing')} onClick={() => test.mutate()}>
          {t('mailset.test')}
        </Button>
      </div>
      <div role="status">
        <SettingIssues issues={issues} />
        {test.data && !test.isPending && <MailTestResult result={test.data} />}
      </div>
    </section>
  )
}
