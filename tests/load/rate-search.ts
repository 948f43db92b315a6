/**
 * The highest rate that is held: doubles until one is not, then closes in; 0 where not even one a second is held.
 *
 * @param precision how far the next rate that is not held may lie above: 1.2 is a fifth
 */
export async function findHighestRate(
  { from, precision }: { from: number; precision: number },
  isHeld: (rate: number) => Promise<boolean>,
): Promise<number> {
  let held = 0
  let lost = Number.POSITIVE_INFINITY
  while (lost > held * precision) {
    const rate = nextRate(from, held, lost)
    if (rate === held || rate === lost) break
    if (await isHeld(rate)) held = rate
    else lost = rate
  }
  return held
}

function nextRate(from: number, held: number, lost: number): number {
  if (lost === Number.POSITIVE_INFINITY) return held === 0 ? from : held * 2
  return held === 0 ? Math.ceil(lost / 2) : Math.round(Math.sqrt(held * lost))
}
