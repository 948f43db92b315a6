import type { CurrentUser } from '@called-it/shared/contract/current-user'
import type { LiveEditor } from '@called-it/shared/contract/live-editing'
import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { smallSetLabel } from '../../lib/shows/set-labels.ts'
import { instantInWords } from '../../lib/shows/venue-time.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Conflicts } from './conflicts.tsx'
import { CorrectSong } from './correct-song.tsx'
import { DeskBar } from './desk-bar.tsx'
import { DeskHead } from './desk-head.tsx'
import { LikelySongs } from './likely-songs.tsx'
import styles from './live-editor.module.css'
import { PlayedList } from './played-list.tsx'
import { nextPosition, projectTaps, type Row } from './project-taps.ts'
import { RefusedTaps } from './refused-taps.tsx'
import { SourceStrip } from './source-strip.tsx'
import { TapAnnouncements, UndoBar } from './undo-bar.tsx'
import { type PlayedSong, useTapping } from './use-tapping.ts'

/** The server takes no first song earlier, unless an admin has closed the picks. */
const BEGINS_BEFORE_START_MS = 3 * 3_600_000

type LiveDeskProps = { show: Show; user: CurrentUser; editor: LiveEditor; refresh: () => void }

export function LiveDesk({ show, user, editor, refresh }: LiveDeskProps) {
  const tapping = useTapping(show.id, editor)
  const { rows, openSet } = projectTaps(editor, tapping.pending, user.display_name)
  const opensAt = Date.parse(show.starts_at ?? show.locks_at) - BEGINS_BEFORE_START_MS
  const now = useServerNow(60_000, opensAt)
  const [corrected, setCorrected] = useState<Row | null>(null)
  const [first, setFirst] = useState<PlayedSong | null>(null)
  const [cameBack, setCameBack] = useState(false)

  const hasBegun = rows.length > 0
  const isTooEarly = !hasBegun && show.is_open && now < opensAt
  const isOver = hasBegun && openSet === null
  const takesSongs = !isTooEarly && (!isOver || cameBack)
  const undo = () => tapping.touch({ operation: { op: 'undo' }, songName: null })
  const play = (song: PlayedSong) => {
    setCameBack(false)
    const { id, name } = song
    const operation = id === null ? { op: 'new-song' as const, name } : { op: 'song' as const, song: id }
    tapping.touch({ operation, songName: name })
  }
  const pick = (song: PlayedSong) => (!hasBegun && show.is_open ? setFirst(song) : play(song))

  return (
    <div className={styles.desk}>
      <TapAnnouncements tapping={tapping} />
      <DeskHead show={show} user={user} rows={rows} now={now} />
      <div className={clsx(styles.notices, 'stack-2')}>
        <Conflicts show={show} user={user} conflicts={editor.conflicts} refresh={refresh} />
        <RefusedTaps showId={show.id} refused={tapping.refused} tap={tapping.tap} />
        {editor.source && (
          <SourceStrip
            show={show}
            source={editor.source}
            rows={rows}
            canTake={user.is_admin}
            refresh={refresh}
          />
        )}
      </div>
      {!isTooEarly && (
        <div className={styles.played}>
          <PlayedList
            rows={rows}
            userName={user.display_name}
            canUndo={editor.revision > 0 || tapping.pending.length > 0}
            onUndo={undo}
            onCorrect={setCorrected}
          />
          {takesSongs && <NextSlot rows={rows} openSet={openSet} />}
        </div>
      )}
      <div className={styles.controls}>
        {isTooEarly && (
          <EmptyState title={t('editor.too-early', { time: inWords(opensAt, show) })}>
            {t('editor.early-hint')}
          </EmptyState>
        )}
        {isOver && !cameBack && (
          <section aria-labelledby="show-is-over" className={clsx(styles.over, 'stack-3')}>
            <h2 id="show-is-over">{t('editor.is-over')}</h2>
            <p className="soft">
              {t('editor.over-count', { count: rows.length, song: rows.at(-1)?.song.name ?? '' })}
            </p>
            <UndoBar tapping={tapping} onUndo={undo} />
            <Button size="l" onClick={() => setCameBack(true)}>
              {t('editor.came-back')}
            </Button>
          </section>
        )}
        {takesSongs && (
          <>
            <LikelySongs show={show} rows={rows} openSet={openSet} onPick={pick} />
            <DeskBar rows={rows} openSet={openSet} tapping={tapping} onPick={pick} onUndo={undo} />
          </>
        )}
      </div>
      {corrected && <CorrectSong row={corrected} tap={tapping.tap} onClose={() => setCorrected(null)} />}
      <FirstSongQuestion
        song={first}
        onAnswer={(began) => {
          setFirst(null)
          if (began && first) play(first)
        }}
      />
    </div>
  )
}

function inWords(instant: number, { utc_offset }: Show): string {
  return instantInWords(new Date(instant).toISOString(), utc_offset)
}

type FirstSongQuestionProps = { song: PlayedSong | null; onAnswer: (began: boolean) => void }

/** Only while picks are open, because the first song closes them. */
function FirstSongQuestion({ song, onAnswer }: FirstSongQuestionProps) {
  return (
    <AlertDialog
      title={t('editor.begin-ask')}
      description={t('editor.begin-hint', { song: song?.name ?? '' })}
      cancelLabel={t('editor.not-yet')}
      confirmLabel={t('editor.began')}
      tone="main"
      open={song !== null}
      onConfirm={() => onAnswer(true)}
      onOpenChange={(open) => !open && onAnswer(false)}
    />
  )
}

type NextSlotProps = { rows: readonly Row[]; openSet: string | null }

function NextSlot({ rows, openSet }: NextSlotProps) {
  const set = openSet ?? rows.at(-1)?.set ?? 'set1'
  const position = nextPosition(rows, set)
  return (
    <p role="status" className={clsx(styles.next, 'row-2 tabular')}>
      <span className={styles.position}>{position}</span>
      <b>{t('editor.tap-next')}</b>
      <span className={styles.set}>{smallSetLabel(set)}</span>
    </p>
  )
}
