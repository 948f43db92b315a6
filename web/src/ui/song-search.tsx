import { startTransition } from 'react'
import { clickOrder, SONG_ORDERS, type SongOrder, type SongOrderKey } from '../lib/song-order.ts'
import { Chip } from './chip.tsx'
import styles from './song-search.module.css'
import { TextInput } from './text-input.tsx'

const ORDER_KEYS = Object.keys(SONG_ORDERS).filter((key): key is SongOrderKey => key in SONG_ORDERS)

type SongSearchProps = {
  search: string
  onSearch: (search: string) => void
  order: SongOrder
  onOrder: (order: SongOrder) => void
}

export function SongSearch({ search, onSearch, order, onOrder }: SongSearchProps) {
  return (
    <search className={styles.search}>
      <TextInput
        round
        type="search"
        placeholder="Search songs..."
        aria-label="Search songs"
        defaultValue={search}
        // Uncontrolled and in a transition, so that typing never waits for the list.
        onChange={({ target }) => startTransition(() => onSearch(target.value))}
      />
      {ORDER_KEYS.map((key) => (
        <Chip key={key} on={order.key === key} onClick={() => onOrder(clickOrder(order, key))}>
          {SONG_ORDERS[key].label}
          {order.key === key && <OrderArrow descending={order.descending} />}
        </Chip>
      ))}
    </search>
  )
}

function OrderArrow({ descending }: { descending: boolean }) {
  return (
    <>
      <span aria-hidden>{descending ? ' ↓' : ' ↑'}</span>
      <span className="visually-hidden">{descending ? ' descending' : ' ascending'}</span>
    </>
  )
}
