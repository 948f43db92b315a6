import type { ErrorCode } from '@called-it/shared/contract/errors'
import type { AdminNotices } from '@called-it/shared/contract/notices'
import clsx from 'clsx'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { ImportQuestion } from '../import/import-question.tsx'
import styles from '../show-tasks/show-tasks.module.css'
import { useImportCatalogue } from '../tools/tool-run-requests.ts'

const RETIRES_MANY: ErrorCode = 'import_retires_many'

export function StoppedImport({ stopped }: { stopped: NonNullable<AdminNotices['stopped_import']> }) {
  const importing = useImportCatalogue()
  return (
    <li ref={passFocusOn} className={clsx(styles.task, 'stack-2 anywhere')}>
      <h3>The import of {plainDate(stopped.at)} stopped</h3>
      <p>{stopped.message}</p>
      {stopped.code === RETIRES_MANY && (
        <Button
          busy={importing.isRunning}
          busyText="importing..."
          onClick={() => importing.ask(stopped.message)}
        >
          import anyway
        </Button>
      )}
      <ImportQuestion asked={importing} />
    </li>
  )
}
