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
    if (saved) leaveOut(`Your picks for ${venue} are saved already, so ${songName} is not among them.`)
    else if (!song) leaveOut(`${songName} is no longer on the list.`)
    else if (held) leaveOut(`${held.name} is in the place of ${songName}.`)
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
      picks closed at {formatTime(show.locks_at)}.{' '}
      <Link to={paths.practiceShows}>try them on a past show</Link>
    </p>
  )
}

function leaveOut(description: string): void {
  toast({ title: 'your song was left out', description })
}
