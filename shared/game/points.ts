/* Apart from the scorer, which the first view of the client does without. */

export const CATEGORIES = ['songInShow', 'songInSet', 'correctSong', 'correctSpecial', 'encoreInSet'] as const
export type Category = (typeof CATEGORIES)[number]

/**
 * What each category pays. The matching of `scorePrediction` rests on their order: an exact place
 * pays more than the right set, and that more than the wrong one.
 */
export type Points = Readonly<Record<Category, number>>

/** A score set stores it. Other points get a new version; the older table stays while a score set names it. */
export const POINTS_VERSION = 1

export const POINTS: Points = {
  songInShow: 3,
  songInSet: 6,
  correctSong: 10,
  correctSpecial: 15,
  encoreInSet: 10,
}

export const POINT_TABLES = new Map([[POINTS_VERSION, POINTS]])

/** @throws RangeError for a table that this release does not have */
export function pointsOfVersion(version: number): Points {
  const points = POINT_TABLES.get(version)
  if (!points) throw new RangeError(`this release has no table ${version} of points`)
  return points
}
