import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { BlockedWords } from './blocked-words.tsx'
import { ReportQueue } from './report-queue.tsx'
import { SuspendedFans } from './suspended-fans.tsx'
import { useBlockedWords, useReported, useSuspended } from './use-moderation.ts'

export function ReportsPage() {
  return (
    <Page title="reports" hasSections>
      <h1>reports</h1>
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
    </>
  )
}
