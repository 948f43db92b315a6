import { Copy } from 'lucide-react'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './webhooks.module.css'

export function NewSecret({ secret }: { secret: string }) {
  return (
    <Notice
      tone="warning"
      role="status"
      title={t('admin.secret-once')}
      action={
        <Button onClick={() => void copyText(secret)}>
          <Copy aria-hidden /> {t('admin.copy-secret')}
        </Button>
      }
    >
      <code className={styles.secret}>{secret}</code>
    </Notice>
  )
}
