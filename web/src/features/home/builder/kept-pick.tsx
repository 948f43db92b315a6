import type { Prediction } from '@called-it/shared/contract/predictions'
import { fillSlot, songAt } from '@called-it/shared/game/draft'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { takeFirstPick } from '../../../lib/account/first-pick.ts'
import { paths } from '../../../lib/paths.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { useSongs } from '../../../lib/songs/songs.ts'
import { formatTime } from '../../../lib/words/format-instant.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { noteKeptPick } from './active-slot.ts'
import { useDraftStore } from './draft-store.ts'

type KeptPickProps = {
  showId: number
  /** Undefined until it is loaded. */
  saved: Prediction | null | undefined
  onPlaced: (() => void) | undefined
}

/** Puts the song that was picked before the builder was open into its slot, as a draft that is not sent. */
export function KeptPick({ showId, saved, onPlaced }: KeptPickProps) {
  const { data: show } = useShow(showId)
  const { data: songs } = useSongs()
  const isOpen = useTimeLeft(show) !== null
  const isHeld = useDraftStore(({ drafts }) => showId in drafts)
  const [isTooLate, setIsTooLate] = useState(false)

  const take = useEffectEvent(() => {
    const kept = takeFirstPick(showId)
    if (!kept) return
    if (!isOpen) return setIsTooLate(true)
    const { songId, songName, venue, set, slot, isNewcomers } = kept
    const place = { set, position: slot }
    const { drafts, change } = useDraftStore.getState()
    const held = drafts[showId] && songAt(drafts[showId].slots, place)
    const song = songs?.find(({ id }) => id === songId)
    if (saved) leaveOut(t('pick.out-saved', { venue, song: songName }))
    else if (!song) leaveOut(t('pick.out-unlisted', { song: songName }))
    else if (held) leaveOut(t('pick.out-taken', { other: held.name, song: songName }))
    else {
      change(showId, (slots) => fillSlot(slots, place, { id: song.id, name: song.name }))
      if (isNewcomers) noteKeptPick(showId, place)
      onPlaced?.()
    }
  })
  const isReady = isHeld && saved !== undefined && show !== undefined && songs !== undefined
  useEffect(() => {
    if (isReady) take()
  }, [isReady])

  if (!isTooLate || !show) return null
  return (
    <p role="status" className="small">
      <Rich
        id="pick.too-late"
        time={formatTime(show.locks_at)}
        link={(words) => <Link to={paths.practiceShows}>{words}</Link>}
      />
    </p>
  )
}

function leaveOut(description: string): void {
  toast({ title: t('pick.left-out'), description })
}
