import type { ArrangedSets, SetName, Slots } from '@called-it/shared/game/setlist'

/** Tries every pairing of picks and performances. Shares nothing with the code under test: points as in docs/rules.md. */
export function bruteForcePoints(picks: Slots<string>, actual: ArrangedSets<string>): number {
  const songs = new Set(SETS.flatMap((set) => picks[set]))
  let points = 0
  for (const song of songs) if (song !== null) points += pointsOfSong(song, picks, actual)
  return points
}

const SETS = ['set1', 'set2', 'encore'] as const

type Place = { set: SetName | 'further'; position: number; setLength: number }

function pointsOfSong(song: string, picks: Slots<string>, actual: ArrangedSets<string>): number {
  const picked = SETS.flatMap((set) => placesOf(song, set, picks[set]))
  const played = [
    ...SETS.flatMap((set) => placesOf(song, set, actual[set])),
    ...actual.further.flatMap(({ songs }) => placesOf(song, 'further', songs)),
  ]
  return bestPairing(picked, played)
}

function placesOf(song: string, set: Place['set'], songs: readonly (string | null)[]): Place[] {
  return songs.flatMap((other, index) =>
    other === song ? [{ set, position: index + 1, setLength: songs.length }] : [],
  )
}

/** The first performance is paired with each pick or none, the rest recursively. */
function bestPairing(picked: readonly Place[], played: readonly Place[]): number {
  const [first, ...others] = played
  if (!first || picked.length === 0) return 0
  const ways = picked.map(
    (pick, index) =>
      pay(pick, first) + bestPairing([...picked.slice(0, index), ...picked.slice(index + 1)], others),
  )
  return Math.max(bestPairing(picked, others), ...ways)
}

function pay(pick: Place, performance: Place): number {
  if (pick.set !== performance.set) return 3
  if (pick.position !== performance.position) return pick.set === 'encore' ? 10 : 6
  const opensOrCloses = performance.position === 1 || performance.position === performance.setLength
  return pick.set === 'encore' || opensOrCloses ? 15 : 10
}
