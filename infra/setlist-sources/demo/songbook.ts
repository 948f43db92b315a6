import { CHAPTERS, type Role, type Tier } from './chapters.ts'

/** A song of the demo band. */
export interface DemoSong {
  readonly sourceId: string
  readonly slug: string
  readonly name: string
  readonly tier: Tier
  readonly role: Role
  /** Whether it stands in Marlow Pell's notebook. */
  readonly byPell: boolean
}

/** Every song of the demo band, those that it has not played yet included. The order never changes. */
export const SONGBOOK: readonly DemoSong[] = CHAPTERS.flatMap(({ tier, role, pell, others }) => [
  ...pell.map((name) => ({ name, tier, role, byPell: true })),
  ...others.map((name) => ({ name, tier, role, byPell: false })),
]).map((song, index) => ({ ...song, sourceId: `demo-song-${index + 1}`, slug: slugOf(song.name) }))

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
