import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './profile.module.css'

export function YourData() {
  const headingId = useId()
  const download = useDownload(currentUserEndpoints.exportOwnData, {
    fileName: 'called-it.zip',
    onError: (error) => toastRequestFailure(t('mydata.failed'), error, t('mydata.failed-why')),
  })
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{t('mydata.yours')}</h2>
      <p className="soft">{t('mydata.yours-text')}</p>
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden />
        {t('mydata.download')}
      </Button>
    </section>
  )
}
