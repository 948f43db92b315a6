import {
  MAIL_TEST_SECONDS,
  type MailTest,
  type WrongCertificate,
} from '@called-it/shared/contract/mail-settings'
import { listFormat } from '@called-it/shared/languages/formats'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Notice } from '../../../ui/notice.tsx'

/** What the mail server did with the test message, and what to do. */
export function MailTestResult({ result }: { result: MailTest }) {
  switch (result.outcome) {
    case 'accepted':
      return (
        <Notice tone="good" title={t('mailset.accepted')}>
          <Words words={result.words} />
          <p>{t('mailset.look')}</p>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="danger" title={t('mailset.refused', { step: result.step })}>
          <Words words={result.words} />
          <p>{t('mailset.refused-do', { step: result.step })}</p>
        </Notice>
      )
    case 'silent':
      return (
        <Notice tone="danger" title={t('mailset.silent', { seconds: MAIL_TEST_SECONDS })}>
          <p>{t('mailset.silent-do', { step: result.step })}</p>
        </Notice>
      )
    case 'broken':
      return (
        <Notice tone="danger" title={t('mailset.broken', { kind: kindOf(result) })}>
          <p>
            {t('mailset.broken-do', { kind: kindOf(result) })} (<code>{result.code}</code>)
          </p>
        </Notice>
      )
    case 'certificate':
      return <Certificate certificate={result.certificate} />
  }
}

function Words({ words }: { words: string }) {
  return (
    <p className="anywhere">
      {t('mailset.words')} <q lang="en">{words}</q>
    </p>
  )
}

const KINDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'shut',
  ENOTFOUND: 'unknown',
  EAI_AGAIN: 'unknown',
  EDNS: 'unknown',
  EAUTH: 'password',
}

function kindOf({ step, code }: Extract<MailTest, { outcome: 'broken' }>): string {
  return KINDS[code] ?? (step === 'tls' ? 'tls' : 'other')
}

function Certificate({ certificate }: { certificate: WrongCertificate }) {
  const { problem, names, issuer, valid_from, valid_to } = certificate
  return (
    <Notice tone="danger" title={t('mailset.cert', { problem })}>
      <p className="anywhere">
        {t('mailset.cert-facts', {
          names: listFormat(t.language, { type: 'conjunction' }).format(names),
          issuer,
          from: formatInstant(valid_from),
          until: formatInstant(valid_to),
        })}
      </p>
      <p>{t('mailset.cert-do', { problem })}</p>
    </Notice>
  )
}
