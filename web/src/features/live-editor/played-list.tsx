import clsx from 'clsx'
import { Clock, Pencil, Undo2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { isSetName, labelOfSet } from '../../lib/shows/set-labels.ts'
import { formatTime } from '../../lib/words/format-instant.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { hueClass } from '../../ui/hue.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './played-list.module.css'
import type { Row } from './project-taps.ts'

type PlayedListProps = {
  rows: readonly Row[]
  userName: string
  canUndo: boolean
  onUndo: () => void
  onCorrect: (row: Row) => void
}

/** Scrolled to the newest song. */
export function PlayedList({ rows, userName, canUndo, onUndo, onCorrect }: PlayedListProps) {
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new song comes in sight, wherever the list was scrolled to
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = 0
  }, [rows.length])
  const sets = Map.groupBy(rows, ({ set }) => set)
  return (
    <section ref={list} aria-label={t('editor.played')} className={clsx(styles.list, 'scroll-area')}>
      <div className={styles.rows}>
        {rows.length === 0 && <p className="soft small">{t('editor.nothing')}</p>}
        {Array.from(sets, ([set, played]) => (
          <div key={set} className={clsx(isSetName(set) && hueClass(set))}>
            <h2 className={styles.set}>{labelOfSet(set)}</h2>
            <ol aria-label={labelOfSet(set)} className={styles.songs}>
              {played.map((row) => (
                <li
                  key={row.sequence}
                  className={clsx(
                    styles.song,
                    'row-2',
                    row === rows.at(-1) && styles.newest,
                    row.isUnsent && styles.unsent,
                  )}
                >
                  <span className={clsx(styles.position, 'tabular')}>{row.position}</span>
                  <b className={clsx(styles.name, 'fills')}>{row.song.name}</b>
                  <span className={clsx(styles.note, 'soft small tabular')}>
                    {row.isUnsent ? (
                      <>
                        <Clock aria-hidden /> {t('editor.not-sent')}
                      </>
                    ) : (
                      describe(row, userName)
                    )}
                  </span>
                  <IconButton
                    look="bare"
                    label={t('editor.correct', { song: row.song.name })}
                    onClick={() => onCorrect(row)}
                  >
                    <Pencil aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ol>
          </div>
        ))}
        {canUndo && (
          <Button variant="quiet" className={styles.undo} onClick={onUndo}>
            <Undo2 aria-hidden /> {t('editor.undo-last')}
          </Button>
        )}
      </div>
    </section>
  )
}

function describe({ at, by }: Row, userName: string): string {
  return [at && formatTime(at), by === userName ? t('editor.you') : by].filter(Boolean).join(', ')
}
