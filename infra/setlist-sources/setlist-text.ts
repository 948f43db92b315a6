import type { SourceSet } from './source.ts'

/** `transition` leads into the next song of its set, as in `, ` or ` > `. */
interface PrintedSong {
  readonly set: SourceSet
  readonly name: string
  readonly transition: string
}

/** One line per set: `Set 1: Harbor Teeth > Glass Elk, Ferry Weather`. */
export function printSetlist(songs: readonly PrintedSong[]): string {
  return songs
    .map(({ set, name, transition }, index) => {
      const opening = set === songs[index - 1]?.set ? '' : `${printSet(set)}: `
      const next = songs[index + 1]
      if (next === undefined) return opening + name
      return opening + name + (next.set === set ? transition : '\n')
    })
    .join('')
}

function printSet(set: SourceSet): string {
  if (set === 's') return 'Soundcheck'
  const encore = /^e(\d*)$/.exec(set)
  if (encore === null) return `Set ${set}`
  return encore[1] === '' ? 'Encore' : `Encore ${encore[1]}`
}
