/**
 * The highest rate that is held: doubles until one is not, then narrows the range; 0 when no rate is held.
 *
 * @param precision ratio of the lowest rate that is not held to the result
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
