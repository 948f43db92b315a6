import type { FaultList } from '../faults.ts'
import type { SourceFault } from '../source.ts'

/** Finds the show of a broken row that does not name it for certain: the rows of a setlist lie together. */
export interface Neighbours {
  addIntact(show: string): void
  /** @param isCertain the row names its show, and its fields are in their columns */
  addBroken(fault: SourceFault, isCertain: boolean): void
  end(): void
}

export function createNeighbours(faults: FaultList): Neighbours {
  let before: string | null = null
  let waiting: SourceFault[] = []

  function settle(after: string | null): void {
    const around = new Set([before, after].filter((show) => show !== null))
    for (const fault of waiting) {
      if (fault.show !== null && around.has(fault.show)) continue
      for (const show of around) faults.addDoubt(show, fault)
    }
    waiting = []
    before = after
  }

  return {
    addIntact: settle,
    addBroken(fault, isCertain) {
      if (isCertain) settle(fault.show)
      else waiting.push(fault)
    },
    end: () => settle(null),
  }
}
