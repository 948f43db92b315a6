import { namedDice } from '@called-it/infra/demo/dice'
import type { ArrangedSets, Slots } from '@called-it/shared/game/setlist'

/** Song ids; users are numbered from 0. */
export type DrawnPrediction = { fan: number; show: string; picks: Slots<string> }

/** Always the same: half of the picks are played, one in six is a repeat, one slot in ten and one show in ten is empty. */
export function drawPredictions(
  fans: number,
  setlists: ReadonlyMap<string, ArrangedSets<string>>,
  catalogue: readonly string[],
): DrawnPrediction[] {
  const { roll: random } = namedDice('drawn predictions')
  const oneOf = (songs: readonly string[]) => songs[Math.floor(random() * songs.length)] ?? ''
  const draw = (played: readonly string[]): Slots<string> => {
    const picked: string[] = []
    const slots = (count: number) =>
      Array.from({ length: count }, () => {
        const chance = random()
        if (chance < 0.1) return null
        const song =
          chance < 0.25 && picked.length > 0 ? oneOf(picked) : oneOf(chance < 0.65 ? played : catalogue)
        picked.push(song)
        return song
      })
    return { set1: slots(8), set2: slots(8), encore: slots(3) }
  }
  return Array.from(setlists).flatMap(([show, { set1, set2, encore, further }]) => {
    const played = [...set1, ...set2, ...encore, ...further.flatMap(({ songs }) => songs)]
    return Array.from({ length: fans }, (_, fan) => ({ fan, show, picks: draw(played) })).filter(
      ({ picks }) =>
        random() < 0.9 &&
        Object.values(picks)
          .flat()
          .some((song) => song !== null),
    )
  })
}
