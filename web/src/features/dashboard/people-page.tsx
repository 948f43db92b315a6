import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { AdminHead } from './admin-head.tsx'
import { SendNotice } from './notices/send-notice.tsx'
import { BlockedWords } from './reports/blocked-words.tsx'
import { ReportQueue } from './reports/report-queue.tsx'
import { SuspendedFans } from './reports/suspended-fans.tsx'
import { useBlockedWords, useReported, useSuspended } from './reports/use-moderation.ts'

export function PeoplePage() {
  return (
    <Page title="people" hasSections>
      <AdminHead heading="people" current="people" />
      <ReportSections />
    </Page>
  )
}

/** At once, so that none moves those below it. */
function ReportSections() {
  const [reported, suspended, words] = [useReported(), useSuspended(), useBlockedWords()]
  if (reported.isPending || suspended.isPending || words.isPending) {
    return (
      <Loading label="Loading reports...">
        <Skeleton height="420px" shape="block" />
      </Loading>
    )
  }
  return (
    <>
      {reported.data && <ReportQueue reported={reported.data} />}
      {!reported.data && <LoadFailed title="The reports could not be loaded." onRetry={reported.refetch} />}
      {suspended.data && <SuspendedFans suspended={suspended.data} />}
      {!suspended.data && (
        <LoadFailed title="The suspended fans could not be loaded." onRetry={suspended.refetch} />
      )}
      {words.data && <BlockedWords words={words.data} />}
      {!words.data && <LoadFailed title="The blocked words could not be loaded." onRetry={words.refetch} />}
      <SendNotice />
    </>
  )
}
