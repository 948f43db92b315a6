import { type KeyboardEvent, startTransition, useEffect, useRef } from 'react'
import { clickOrder, SONG_ORDERS, type SongOrder, type SongOrderKey } from '../lib/songs/song-order.ts'
import { t } from '../lib/words/texts.ts'
import { Chip } from './chip.tsx'
import styles from './song-search.module.css'
import { TextInput } from './text-input.tsx'

type SearchFieldProps = {
  search: string
  onSearch: (search: string) => void
  onEnter?: ((search: string) => void) | undefined
}

export function SongSearch({ search, onSearch, onEnter }: SearchFieldProps) {
  const field = useFocusOnSlash()
  const press = ({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>) => {
    if (!onEnter || key !== 'Enter' || nativeEvent.isComposing) return
    onEnter(currentTarget.value)
    // The next song is typed over it.
    currentTarget.select()
  }
  return (
    <search className={styles.search}>
      <TextInput
        round
        ref={field}
        type="search"
        placeholder={t('ui.search-hint')}
        aria-label={t('ui.search-songs')}
        aria-keyshortcuts="/"
        onKeyDown={press}
        defaultValue={search}
        // Uncontrolled and in a transition, so that typing never waits for the list.
        onChange={({ target }) => startTransition(() => onSearch(target.value))}
      />
    </search>
  )
}

function useFocusOnSlash() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event
      if (key !== '/' || (target instanceof Element && target.closest('input, select, textarea'))) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return field
}

type SongOrdersProps = {
  keys?: readonly SongOrderKey[] | undefined
  order: SongOrder
  onOrder: (order: SongOrder) => void
}

export function SongOrders({ keys = ['plays', 'az'], order, onOrder }: SongOrdersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend
    <div role="group" aria-label={t('ui.sort-by')} className={styles.orders}>
      {keys.map((key) => (
        <Chip key={key} on={order.key === key} onClick={() => onOrder(clickOrder(order, key))}>
          {t(SONG_ORDERS[key].label)}
          {order.key === key && <OrderArrow descending={order.descending} />}
        </Chip>
      ))}
    </div>
  )
}

function OrderArrow({ descending }: { descending: boolean }) {
  return (
    <>
      <span aria-hidden>{descending ? ' ↓' : ' ↑'}</span>
      <span className="visually-hidden"> {t(descending ? 'ui.descending' : 'ui.ascending')}</span>
    </>
  )
}
