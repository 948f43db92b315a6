import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'
import { useAskedImport } from '../../../lib/api/use-asked-import.ts'
import { paths } from '../../../lib/paths.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { upcomingShowsQuery } from '../../../lib/shows/show-queries.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ImportQuestion } from '../../../ui/import/import-question.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RunProgress } from '../../../ui/progress.tsx'

const MAX_LISTED = 3

/** Imports the stored source, and lists the first shows that it brought. */
export function ImportNow({ onImported }: { onImported: (() => void) | undefined }) {
  const queryClient = useQueryClient()
  const [message, setMessage] = useState<string | null>(null)
  const { data } = useRuns()
  const importing = useAskedImport(catalogueEndpoints.importCatalogue, {
    input: {},
    confirmed: { body: { confirm: true } },
    done: (result) => {
      setMessage(result.message)
      void queryClient.invalidateQueries({ queryKey: upcomingShowsQuery.queryKey })
      onImported?.()
      return null
    },
    failed: { title: t('admin.import-fail'), fallback: t('source.import-why') },
  })
  const run = data?.runs.find((one) => one.kind === 'import-catalogue' && isOpenRun(one))
  return (
    <section aria-label={t('source.import-now')} className="stack-3">
      <p className="soft small">{t('source.import-hint')}</p>
      <div className="buttons">
        <Button
          busy={importing.isRunning}
          busyText={t('source.importing')}
          disabled={run !== undefined && !importing.isRunning}
          onClick={importing.start}
        >
          {t('source.import-now')}
        </Button>
      </div>
      {run && <RunProgress run={run} />}
      {message !== null && !importing.isRunning && <Imported message={message} />}
      <ImportQuestion asked={importing} />
    </section>
  )
}

function Imported({ message }: { message: string }) {
  const { data: shows = [] } = useQuery(upcomingShowsQuery)
  return (
    <Notice tone="good" role="status" title={t('source.imported')}>
      <p lang="en" className="anywhere">
        {message}
      </p>
      <ul aria-label={t('source.next')} className="anywhere">
        {shows.slice(0, MAX_LISTED).map(({ id, date, venue }) => (
          <li key={id}>
            <Link to={paths.show(id)}>{t('source.show', { day: plainDate(date), venue })}</Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
