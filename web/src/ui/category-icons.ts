import type { Category } from '@called-it/shared/game/points'
import { Flame, ListMusic, Music, Star, Target } from 'lucide-react'

export const CATEGORY_ICONS = {
  correctSpecial: Star,
  correctSong: Target,
  encoreInSet: Flame,
  songInSet: ListMusic,
  songInShow: Music,
} as const satisfies Record<Category, unknown>
