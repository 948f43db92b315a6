import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { isOpenWork, useBackups, useMakeBackup } from './use-backups.ts'
import { WorkState } from './work-state.tsx'

export function BackupNow() {
  const { data, isError, refetch } = useBackups()
  const making = useMakeBackup()
  if (!data) return <NotLoaded what={t('backup.what')} query={{ isError, refetch }} blocks={[1, '48px']} />
  const last = data.work.find(({ kind }) => kind === 'write')
  return (
    <div className="stack-4">
      <div className="buttons">
        <Button busy={making.isPending || (last && isOpenWork(last))} onClick={() => making.mutate()}>
          {t('backup.now')}
        </Button>
      </div>
      <div role="status">{last?.state === 'done' && t('backup.made', { rows: last.rows })}</div>
      {last && <WorkState work={last} />}
    </div>
  )
}
