import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { countSongs, listSets, songsOfSet } from '@called-it/shared/game/arranged-sets'
import clsx from 'clsx'
import { Check, Plus } from 'lucide-react'
import { isSetName, labelOfSet } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RunProgress } from '../../../ui/progress.tsx'
import { useImportSetlist, useLookUpSetlist } from '../show-run-requests.ts'
import { addSong, type EditableSetlist, editableSetlistOfSource } from './editable-setlist.ts'
import songStyles from './song-list.module.css'
import styles from './source-column.module.css'
import { useRunsOfShow } from './use-runs-of-show.ts'

type SourceColumnProps = {
  show: AdminShow
  setlist: EditableSetlist
  onChange: (change: (setlist: EditableSetlist) => EditableSetlist) => void
}

export function SourceColumn({ show, setlist, onChange }: SourceColumnProps) {
  const lookUp = useLookUpSetlist(show)
  const takeOver = useImportSetlist(show)
  const { open, result: source } = useRunsOfShow('look-up-setlist', show.id)
  return (
    <Card heading={t('setlist.source')}>
      <div className={clsx(styles.source, 'stack-4')}>
        <div className="buttons">
          <Button busy={lookUp.isRunning} busyText={t('setlist.asking')} onClick={lookUp.start}>
            {source ? t('setlist.ask-again') : t('setlist.ask')}
          </Button>
          {source?.found && !source.excluded && countSongs(source) > 0 && (
            <>
              <Button onClick={() => onChange(() => editableSetlistOfSource(source))}>
                {t('setlist.use')}
              </Button>
              <Button
                variant="quiet"
                busy={takeOver.isRunning}
                busyText={t('setlist.importing')}
                onClick={takeOver.start}
              >
                {t('setlist.take')}
              </Button>
            </>
          )}
        </div>
        {open && <RunProgress run={open} />}
        {!source && <p className="soft small">{t('setlist.not-asked')}</p>}
        {source && !source.found && <Notice role="status">{t('setlist.not-found')}</Notice>}
        {source?.excluded && (
          <Notice tone="danger" title={t('setlist.excluded')}>
            {source.exclusionReason}
          </Notice>
        )}
        {source &&
          listSets(source)
            .filter(({ songs }) => songs.length > 0)
            .map(({ set, songs }) => (
              <section
                key={set}
                aria-label={t('setlist.at-source', { set: labelOfSet(set) })}
                className={clsx(isSetName(set) && hueClass(set))}
              >
                <h3 className={songStyles.setName}>{labelOfSet(set)}</h3>
                <ol className={songStyles.songs}>
                  {songs.map(({ id, name }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a row is a position, and a song may be played twice
                    <li key={index} className={clsx(songStyles.song, 'row')}>
                      <span className={songStyles.position}>{index + 1}</span>
                      <span className={clsx(songStyles.name, 'anywhere')}>{name}</span>
                      {id === null && <Badge>{t('setlist.not-listed')}</Badge>}
                      {id !== null && songsOfSet(setlist, set)[index]?.id === id && (
                        <span className={styles.same}>
                          <Check size={16} aria-label={t('setlist.same')} />
                        </span>
                      )}
                      {id !== null && songsOfSet(setlist, set)[index]?.id !== id && (
                        <IconButton
                          look="bare"
                          label={t('setlist.take-song', { song: name, set: labelOfSet(set) })}
                          onClick={() =>
                            onChange((held) =>
                              addSong(held, set, { id, name }, Math.min(index, songsOfSet(held, set).length)),
                            )
                          }
                        >
                          <Plus aria-hidden />
                        </IconButton>
                      )}
                    </li>
                  ))}
                </ol>
              </section>
            ))}
        {source?.notes && (
          <section aria-label={t('setlist.source-notes')}>
            <h3 className={songStyles.setName}>{t('setlist.notes')}</h3>
            <p className={styles.notes}>{source.notes}</p>
          </section>
        )}
      </div>
    </Card>
  )
}
