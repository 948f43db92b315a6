import { SETUP_HEADER } from '@called-it/shared/contract/endpoint'
import { setupEndpoints } from '@called-it/shared/contract/setup'
import { PRODUCT } from '@called-it/shared/contract/site'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { lazyExport } from '../../../lib/lazy-export.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { focusSection } from '../../../ui/focus-section.ts'
import { Page } from '../../../ui/page.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { CodeForm } from './code-form.tsx'

const FirstAdminForm = lazyExport(() => import('./first-admin-form.tsx'))
const RestoreFromBackup = lazyExport(() => import('../backups/restore-from-backup.tsx'))

/** From the code in the output of the gateway to the first admin, or to a restore. */
export function FirstPage() {
  const [way, setWay] = useState<'new' | 'restore' | null>(null)
  const check = useMutation({
    mutationFn: (code: string) => request(setupEndpoints.checkSetup, { headers: { [SETUP_HEADER]: code } }),
  })
  const { data: found, variables: code = '' } = check
  const title = t('setup.title', { product: PRODUCT })
  const back = (
    <Button variant="quiet" onClick={() => setWay(null)}>
      {t('setup.back')}
    </Button>
  )
  return (
    <Page title={title} width="narrow" hasSections>
      <h1>{title}</h1>
      {!found ? (
        <Card key="code">
          <CodeForm check={check} />
        </Card>
      ) : way === 'new' ? (
        <Card key="new" heading={t('setup.admin')} className="stack-4">
          <Suspense fallback={<SkeletonBlocks count={3} height="64px" />}>
            <FirstAdminForm code={code} takesPasskeys={found.takes_passkeys} />
          </Suspense>
          {back}
        </Card>
      ) : way === 'restore' ? (
        <Card key="restore" ref={focusSection} heading={t('setup.restore')} className="stack-4">
          <Suspense fallback={<SkeletonBlocks count={3} height="64px" />}>
            <RestoreFromBackup code={code} />
          </Suspense>
          {back}
        </Card>
      ) : (
        <Card key="way" ref={focusSection} heading={t('setup.how')} className="stack-4">
          <p className="soft">{t('setup.how-lead')}</p>
          {found.has_backups && <p>{t('setup.found')}</p>}
          <div className="buttons">
            <Button variant="main" onClick={() => setWay('new')}>
              {t('setup.new')}
            </Button>
            <Button onClick={() => setWay('restore')}>{t('setup.restore')}</Button>
          </div>
        </Card>
      )}
    </Page>
  )
}
