export type TourLookup = (tourId: number) => Promise<boolean>

/**
 * Whether a tour exists. Tours are never deleted, so one query for each is enough. A failed query counts as a tour: a
 * refused page would get no events of its board before it connects again.
 */
export function openTourLookup(findTour: (tourId: number) => Promise<unknown>): TourLookup {
  const lookups = new Map<number, Promise<boolean>>()

  async function look(tourId: number): Promise<boolean> {
    try {
      const exists = (await findTour(tourId)) !== null
      if (!exists) lookups.delete(tourId)
      return exists
    } catch {
      lookups.delete(tourId)
      return true
    }
  }

  return (tourId) => {
    const lookup = lookups.get(tourId) ?? look(tourId)
    lookups.set(tourId, lookup)
    return lookup
  }
}
