import { useEffect, useRef } from 'react'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function Restored() {
  const notice = useRef<HTMLDivElement>(null)
  // What had the focus is gone.
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice
      ref={notice}
      tabIndex={-1}
      tone="good"
      role="status"
      title={t('backup.restored')}
      action={
        <ButtonLink to={paths.login} variant="main">
          {t('backup.log-in')}
        </ButtonLink>
      }
    >
      <p>{t('backup.log-in-again')}</p>
    </Notice>
  )
}
