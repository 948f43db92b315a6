import { AlertDialog } from '../../ui/dialogs.tsx'
import type { PlayedSong } from './use-tapping.ts'

type FirstSongQuestionProps = { song: PlayedSong | null; onAnswer: (began: boolean) => void }

/** Only while picks are open, because the first song closes them. */
export function FirstSongQuestion({ song, onAnswer }: FirstSongQuestionProps) {
  return (
    <AlertDialog
      title="did they begin?"
      description={`${song?.name ?? ''} as the first song closes the picks at once, for everybody. Undo does not reopen them.`}
      cancelLabel="not yet"
      confirmLabel="they began"
      tone="main"
      open={song !== null}
      onConfirm={() => onAnswer(true)}
      onOpenChange={(open) => !open && onAnswer(false)}
    />
  )
}
