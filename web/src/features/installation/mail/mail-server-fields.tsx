import type { MailServer } from '@called-it/shared/contract/mail-settings'
import { type ChangeEvent, useRef } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettingDraft } from '../setting-draft.ts'
import { ENCRYPTIONS, NO_SMTP, readSmtpUrl, type SmtpFields, USUAL_PORTS, writeSmtpUrl } from './smtp-url.ts'

const ENCRYPTION_LABELS = {
  starttls: 'mailset.starttls',
  tls: 'mailset.tls',
  none: 'mailset.plain',
  offered: 'mailset.offered',
} as const

/** Inside the form of the mail settings: SMTP_URL in parts. What is stored is never shown as a whole. */
export function MailServerFields({ server }: { server: MailServer | null }) {
  const { setting, draft, change } = useSettingDraft('SMTP_URL')
  const root = useRef<HTMLDivElement>(null)
  const isFixed = setting.origin === 'environment'
  const isStored = setting.origin === 'stored' && !setting.is_unreadable
  const label = t('mailset.server')

  /** By a button that goes. */
  function open(next: string | undefined) {
    change(next)
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('input, button')?.focus())
  }

  if (isFixed || (isStored && !draft)) {
    const isRemoved = draft === null
    return (
      <Notice
        ref={root}
        title={isRemoved ? t('setting.removed') : server && nameOf(server)}
        action={
          isFixed ? null : (
            <>
              <Button
                aria-label={t('setting.replace-of', { label })}
                onClick={() => open(writeSmtpUrl(server ? fieldsOf(server) : NO_SMTP))}
              >
                {t('setting.replace')}
              </Button>
              <Button
                aria-label={isRemoved ? t('setting.keep-of', { label }) : t('setting.remove-of', { label })}
                onClick={() => change(isRemoved ? undefined : null)}
              >
                {isRemoved ? t('setting.keep') : t('setting.remove')}
              </Button>
            </>
          )
        }
      >
        <p>
          {isFixed
            ? t('setting.fixed', { name: 'SMTP_URL' })
            : t(isRemoved ? 'mailset.files' : 'mailset.hidden')}
        </p>
      </Notice>
    )
  }
  return (
    <div ref={root} className="stack-4">
      <Parts />
      {isStored && (
        <div className="buttons">
          <Button aria-label={t('setting.keep-of', { label })} onClick={() => open(undefined)}>
            {t('setting.keep')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Parts() {
  const { setting, draft, issue, change } = useSettingDraft('SMTP_URL')
  const fields = draft ? readSmtpUrl(draft) : NO_SMTP

  function enter(changed: Partial<SmtpFields>) {
    const url = writeSmtpUrl({ ...fields, ...changed })
    // Where one is stored, the fields would go while they are typed into.
    change(url === writeSmtpUrl(NO_SMTP) && setting.origin !== 'stored' ? undefined : url)
  }

  function chooseEncryption({ target }: ChangeEvent<HTMLSelectElement>) {
    const encryption = ENCRYPTIONS.find((one) => one === target.value) ?? NO_SMTP.encryption
    const isUsual = fields.port === '' || fields.port === USUAL_PORTS[fields.encryption]
    enter({ encryption, ...(isUsual && { port: USUAL_PORTS[encryption] }) })
  }

  return (
    <>
      <TextField
        label={t('mailset.server')}
        hint={setting.is_unreadable ? t('setting.unreadable') : t('mailset.files')}
        error={issue}
        value={fields.host}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => enter({ host: target.value })}
      />
      <Field label={t('mailset.encryption')}>
        {(wiring) => (
          <Select {...wiring} value={fields.encryption} onChange={chooseEncryption}>
            {ENCRYPTIONS.map((encryption) => (
              <option key={encryption} value={encryption}>
                {t(ENCRYPTION_LABELS[encryption])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        label={t('mailset.port')}
        error={undefined}
        value={fields.port}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => enter({ port: target.value.replace(/\D/g, '') })}
      />
      <TextField
        label={t('mailset.user')}
        hint={t('mailset.user-hint')}
        error={undefined}
        value={fields.user}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => enter({ user: target.value })}
      />
      <TextField
        label={t('mailset.password')}
        error={undefined}
        type="password"
        value={fields.password}
        autoComplete="new-password"
        onChange={({ target }) => enter({ password: target.value })}
      />
    </>
  )
}

function fieldsOf({ host, port, encryption }: MailServer): SmtpFields {
  return {
    ...NO_SMTP,
    host,
    port: String(port),
    encryption: encryption === 'offered' ? 'starttls' : encryption,
  }
}

function nameOf({ host, port, encryption }: MailServer): string {
  return `${host}:${port} · ${t(ENCRYPTION_LABELS[encryption])}`
}
