/** A share from 0 to 1 as `34 %`. */
export function inPercent(share: number): string {
  return share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`
}
