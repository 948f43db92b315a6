import { useEffect, useState } from 'react'

const SONG_MS = 1_000

export type Playhead = {
  /** The number of the song, from 0. */
  index: number
  isPlaying: boolean
  /** The slider says its song itself. */
  isAnnounced: boolean
  scrub: (index: number) => void
  skip: (songs: 1 | -1) => void
  /** At the end it plays from the start. */
  togglePlay: () => void
}

/** Plays a song a second, and stops at the last one and when the fan chooses a song. */
export function usePlayhead(count: number, first: number, playsAtOnce = false): Playhead {
  const last = count - 1
  const within = (index: number) => Math.max(0, Math.min(index, last))
  const [at, setAt] = useState({ index: within(first), isAnnounced: false })
  const [isPlaying, setIsPlaying] = useState(playsAtOnce && count > 1)
  // The setlist may have become shorter.
  const index = within(at.index)

  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      setAt({ index: index + 1, isAnnounced: true })
      if (index + 1 >= last) setIsPlaying(false)
    }, SONG_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, index, last])

  const goTo = (to: number, isAnnounced: boolean) => {
    setIsPlaying(false)
    setAt({ index: within(to), isAnnounced })
  }
  return {
    index,
    isPlaying,
    isAnnounced: at.isAnnounced,
    scrub: (to) => goTo(to, false),
    skip: (songs) => goTo(index + songs, true),
    togglePlay: () => {
      if (!isPlaying && index === last) setAt({ index: 0, isAnnounced: true })
      setIsPlaying(!isPlaying && last > 0)
    },
  }
}
