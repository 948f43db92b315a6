import { liveEditingEndpoints, type SourceReading } from '@called-it/shared/contract/live-editing'
import type { Show } from '@called-it/shared/contract/shows'
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { request, serverMessage } from '../../lib/api/api.ts'
import { formatTime } from '../../lib/words/format-instant.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import type { Row } from './project-taps.ts'
import { SourceComparison } from './source-comparison.tsx'
import styles from './source-strip.module.css'

type SourceStripProps = {
  show: Show
  source: SourceReading
  rows: readonly Row[]
  /** Admins. */
  canTake: boolean
  refresh: () => void
}

/** Nothing while the source lists the same setlist. */
export function SourceStrip({ show, source, rows, canTake, refresh }: SourceStripProps) {
  const [isOpen, setIsOpen] = useState(false)
  const taking = useMutation({
    mutationFn: () => request(liveEditingEndpoints.takeSourceSetlist, { params: { showId: show.id } }),
    onSuccess: () => {
      setIsOpen(false)
      toast({ title: "The source's setlist is in", description: 'Undo takes that back.' })
    },
    onError: (error) =>
      toastFailure('The setlist was not changed', serverMessage(error, 'Check your connection.')),
    onSettled: refresh,
  })
  const { differs, isAway, readAt } = source
  // It must not open by itself over the tiles when the next song differs again.
  if (isOpen && !differs) setIsOpen(false)
  if (!differs && !isAway) return null
  return (
    <div className={clsx(styles.strip, 'row wraps')}>
      {isAway && <span className="soft small tabular">source away since {formatTime(readAt)}</span>}
      {differs && (
        <Button onClick={() => setIsOpen(true)}>
          <GitCompareArrows aria-hidden /> the source differs
        </Button>
      )}
      <Dialog
        size="l"
        title="ours and the source's"
        description={`The source as of ${formatTime(readAt)}.`}
        open={isOpen}
        onOpenChange={setIsOpen}
        footer={
          canTake && (
            <Button
              variant="main"
              busy={taking.isPending}
              busyText="taking it..."
              onClick={() => taking.mutate()}
            >
              take the source's setlist
            </Button>
          )
        }
      >
        <SourceComparison rows={rows} source={source.setlist} />
      </Dialog>
    </div>
  )
}
