import { Copy } from 'lucide-react'
import { copyText } from '../lib/browser/copy-text.ts'
import { t } from '../lib/words/texts.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** They are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice
      tone="warning"
      role="status"
      title={t('passkey.codes-keep')}
      action={
        <Button onClick={() => void copyText(codes.join('\n'))}>
          <Copy aria-hidden /> {t('passkey.codes-copy')}
        </Button>
      }
    >
      <p>{t('passkey.codes-about')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
