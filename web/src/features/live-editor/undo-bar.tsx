import clsx from 'clsx'
import { Undo2 } from 'lucide-react'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './undo-bar.module.css'
import { type GivenTap, type Tapping, UNDO_MS } from './use-tapping.ts'

const REFRESH_MS = 250

type UndoBarProps = { tapping: Tapping; onUndo: () => void }

/** For 5 s after each tap; it keeps its room, so that no tile moves under the thumb. */
export function UndoBar({ tapping: { lastTap, pending }, onUndo }: UndoBarProps) {
  if (lastTap) return <LastTap lastTap={lastTap} waits={hasWaiting(pending)} onUndo={onUndo} />
  const unsent = unsentInWords(pending)
  return <p className={clsx(styles.state, 'soft small', unsent && styles.unsent)}>{unsent}</p>
}

type LastTapProps = { lastTap: NonNullable<Tapping['lastTap']>; waits: boolean; onUndo: () => void }

function LastTap({ lastTap, waits, onUndo }: LastTapProps) {
  const now = useServerNow(REFRESH_MS)
  const left = Math.min(Math.max(lastTap.at + UNDO_MS - now, 0), UNDO_MS)
  return (
    <div className={clsx(styles.bar, 'row-2')}>
      <p>{inWords(lastTap, waits)}</p>
      {lastTap.operation.op !== 'undo' && (
        <Button variant="quiet" className={styles.undo} onClick={onUndo}>
          <Undo2 aria-hidden /> {t('editor.undo')}{' '}
          <span aria-hidden className={clsx(styles.seconds, 'tabular')}>
            {Math.ceil(left / 1_000)} s
          </span>
        </Button>
      )}
      <span aria-hidden className={styles.left} style={{ width: `${(100 * left) / UNDO_MS}%` }} />
    </div>
  )
}

/** For screen readers: it stays mounted, while the bar is in two places and comes with its text. */
export function TapAnnouncements({ tapping: { lastTap, pending } }: { tapping: Tapping }) {
  return (
    <p role="status" className="visually-hidden">
      {lastTap ? (
        <span key={lastTap.at}>{inWords(lastTap, hasWaiting(pending))}</span>
      ) : (
        unsentInWords(pending)
      )}
    </p>
  )
}

function hasWaiting(pending: Tapping['pending']): boolean {
  return pending.some(({ storedAs, wasTried }) => storedAs === null && wasTried)
}

function unsentInWords(pending: Tapping['pending']): string {
  const count = pending.filter(({ storedAs }) => storedAs === null).length
  return count > 0 ? t('editor.unsent', { count }) : ''
}

function inWords({ operation, songName }: GivenTap, waits: boolean) {
  const song = <b>{songName}</b>
  switch (operation.op) {
    case 'song':
    case 'new-song':
      return <Rich id={waits ? 'editor.waits' : 'editor.out'} song={song} />
    case 'set':
      return t('editor.set-ended')
    case 'encore':
      return t('editor.encore-open')
    case 'over':
      return t('editor.is-over')
    case 'replace':
      return <Rich id="editor.it-was" song={song} />
    case 'remove':
      return <Rich id="editor.gone" song={song} />
    case 'undo':
      return t('editor.taken-back')
  }
}
