import type { Hit } from '@called-it/shared/game/scoring'
import clsx from 'clsx'
import { type CSSProperties, memo, useState } from 'react'
import type { CardSlot } from '../../lib/live/card-slots.ts'
import { t } from '../../lib/words/texts.ts'
import { CATEGORY_ICONS } from '../category-icons.ts'
import { hueClass } from '../hue.tsx'
import styles from './tile.module.css'

type TileProps = { slot: CardSlot; hasNumber?: boolean; size?: 's' | 'm' }

/** One slot as a mark: colour, fill and shape say the same. Decorative: its words are beside it. */
export const Tile = memo(function Tile({
  slot: { position, hit, state, name, potential },
  hasNumber = false,
  size = 'm',
}: TileProps) {
  const kind = hit?.category ?? (name === null ? 'empty' : potential > 0 ? 'open' : 'miss')
  const isNew = useHasChanged(kind)
  const place: CSSProperties & Record<'--place', number> = { '--place': position }
  return (
    <span
      key={kind}
      aria-hidden
      className={clsx(styles.tile, styles[size], styles[kind], hit && hueClass(hit.category))}
      style={place}
      data-new={isNew || undefined}
      data-provisional={(hit && state === 'provisional') || undefined}
    >
      {hit && <HitIcon hit={hit} />}
      {kind === 'open' && hasNumber && potential}
    </span>
  )
})

/** The mark of a hit outside the card. */
export function HitTile({ hit, size = 'm' }: { hit: Hit; size?: 'xs' | 'm' }) {
  return (
    <span
      aria-hidden
      className={clsx(styles.tile, styles[size], styles[hit.category], hueClass(hit.category))}
      data-provisional={hit.isProvisional || undefined}
    >
      <HitIcon hit={hit} />
    </span>
  )
}

/** What a played song brought, as in *+15* with its mark. */
export function HitPoints({ hit }: { hit: Hit }) {
  return (
    <span className={clsx(styles.points, 'row-2', hueClass(hit.category))}>
      <span className="visually-hidden">{t('ui.you')} </span>+{hit.points}
      <HitTile hit={hit} size="xs" />
    </span>
  )
}

function HitIcon({ hit: { category } }: { hit: Hit }) {
  const Icon = CATEGORY_ICONS[category]
  return <Icon />
}

/** Since the page was opened, so that nothing moves when it opens. */
function useHasChanged(kind: string): boolean {
  const [first] = useState(kind)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && kind !== first) setHasChanged(true)
  return hasChanged
}
