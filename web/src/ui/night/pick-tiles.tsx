import { CATEGORIES, POINTS } from '@called-it/shared/game/points'
import { SET_NAMES, SET_SIZES, type Slots } from '@called-it/shared/game/setlist'
import { type SharedSlot, type SharedSlots, SLOT_OF_CATEGORY } from '@called-it/shared/game/shared-slots'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { setLabel, smallSetLabel } from '../../lib/shows/set-labels.ts'
import { t } from '../../lib/words/texts.ts'
import { CATEGORY_ICONS } from '../category-icons.ts'
import { categoryLabels } from '../category-labels.ts'
import { hueClass, SetHue } from '../hue.tsx'
import styles from './pick-tiles.module.css'
import tiles from './tile.module.css'

/** How each pick did, without its song. */
export function PickTiles({ slots }: { slots: SharedSlots }) {
  return (
    <div className="stack-3">
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <p className={styles.name} aria-hidden>
            {smallSetLabel(set)}
          </p>
          <ol aria-label={setLabel(set)} className={styles.tiles}>
            {slots[set].map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
              <li key={index}>
                <Tile slot={slot} />
                <span className="visually-hidden">{slotInWords(slot)}</span>
              </li>
            ))}
          </ol>
        </SetHue>
      ))}
    </div>
  )
}

/** What the tiles stand for. */
export function TileLegend() {
  return (
    <ul className={clsx(styles.legend, 'soft small row wraps')}>
      {categoryLabels().map(([category, label]) => (
        <li key={category} className="row-2">
          <Tile slot={SLOT_OF_CATEGORY[category]} isSmall />
          <span className="visually-hidden">{label}: </span>
          {POINTS[category]}
        </li>
      ))}
      <li className="row-2">
        <Tile slot="missed" isSmall /> {t('ui.missed')}
      </li>
    </ul>
  )
}

/** Which slots have a song, in one row. Decorative: the count is beside it. */
export function PickedStrip({ slots }: { slots: Slots<unknown> }) {
  return (
    <div aria-hidden className={styles.strip}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set} style={{ flexGrow: SET_SIZES[set] }}>
          <p className={styles.name}>{smallSetLabel(set)}</p>
          <div className={styles.slots}>
            {slots[set].map((song, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
              <span key={index} className={clsx(tiles.tile, tiles.s, song ? tiles.picked : tiles.empty)} />
            ))}
          </div>
        </SetHue>
      ))}
    </div>
  )
}

function Tile({ slot, isSmall = false }: { slot: SharedSlot; isSmall?: boolean }) {
  const category = CATEGORIES.find((one) => SLOT_OF_CATEGORY[one] === slot)
  const kind = category ?? (slot === 'waiting' ? 'open' : slot === 'empty' ? 'empty' : 'miss')
  const Icon = category && CATEGORY_ICONS[category]
  return (
    <span
      aria-hidden
      className={clsx(tiles.tile, isSmall ? tiles.xs : tiles.l, tiles[kind], category && hueClass(category))}
    >
      {Icon && <Icon />}
    </span>
  )
}

const OTHER_SLOTS: Readonly<Partial<Record<SharedSlot, PlainId>>> = {
  waiting: 'ui.waiting',
  missed: 'ui.missed',
  empty: 'ui.empty-slot',
}

function slotInWords(slot: SharedSlot): string | undefined {
  const label = categoryLabels().find(([category]) => SLOT_OF_CATEGORY[category] === slot)
  const other = OTHER_SLOTS[slot]
  return label?.[1] ?? (other && t(other))
}
