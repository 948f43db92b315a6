import { t } from '../../lib/words/texts.ts'
import { AdminHead } from '../../ui/admin-head.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { SendNotice } from './notices/send-notice.tsx'
import { BlockedWords } from './reports/blocked-words.tsx'
import { ReportQueue } from './reports/report-queue.tsx'
import { SuspendedFans } from './reports/suspended-fans.tsx'
import { useBlockedWords, useReported, useSuspended } from './reports/use-moderation.ts'

export function PeoplePage() {
  return (
    <Page title={t('admin.people')} hasSections>
      <AdminHead heading={t('admin.people')} current="people" />
      <ReportSections />
    </Page>
  )
}

/** At once, so that none moves those below it. */
function ReportSections() {
  const [reported, suspended, words] = [useReported(), useSuspended(), useBlockedWords()]
  if (reported.isPending || suspended.isPending || words.isPending) {
    return (
      <Loading label={t('admin.reports-wait')}>
        <Skeleton height="420px" shape="block" />
      </Loading>
    )
  }
  return (
    <>
      {reported.data && <ReportQueue reported={reported.data} />}
      {!reported.data && <LoadFailed title={t('admin.no-reports')} onRetry={reported.refetch} />}
      {suspended.data && <SuspendedFans suspended={suspended.data} />}
      {!suspended.data && <LoadFailed title={t('admin.no-suspended')} onRetry={suspended.refetch} />}
      {words.data && <BlockedWords words={words.data} />}
      {!words.data && <LoadFailed title={t('admin.no-words')} onRetry={words.refetch} />}
      <SendNotice />
    </>
  )
}
