export const CATEGORIES = ['songInShow', 'songInSet', 'correctSong', 'correctSpecial', 'encoreInSet'] as const
export type Category = (typeof CATEGORIES)[number]

/**
 * What each category pays. The matching of `scorePrediction` rests on their order: an exact place
 * pays more than the right set, and that more than the wrong one.
 */
export const POINTS = {
  songInShow: 3,
  songInSet: 6,
  correctSong: 10,
  correctSpecial: 15,
  encoreInSet: 10,
} as const satisfies Record<Category, number>
