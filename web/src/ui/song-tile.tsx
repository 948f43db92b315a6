import type { SongChanceRow } from '@called-it/shared/contract/chances'
import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { useIsSettled } from '../lib/hooks/use-is-settled.ts'
import { chanceInWords } from '../lib/words/chance-words.ts'
import { t } from '../lib/words/texts.ts'
import { Percent, Reason, type ShowsBehind } from './chance.tsx'
import styles from './song-tile.module.css'

export function SongTiles({ className, ...rest }: ComponentProps<'ul'>) {
  return <ul {...rest} className={clsx(styles.tiles, 'stack-2', className)} />
}

type SongTileProps = {
  song: { readonly id: number; readonly name: string }
  played: SongChanceRow | undefined
  shows: ShowsBehind
  onPick: (tap: MouseEvent) => void
}

/** Of one height, whatever it shows. Takes no tap just after it has come to show another song. */
export function SongTile({ song, played, shows, onPick }: SongTileProps) {
  const isSettled = useIsSettled(song.id)
  return (
    <button type="button" className={styles.tile} onClick={(tap) => isSettled(tap) && onPick(tap)}>
      <span className="visually-hidden">{t('ui.add')} </span>
      <b className={clsx(styles.name, 'semibold')}>{song.name}</b>
      {played && (
        <>
          <Percent className={styles.chance} words={chanceInWords(played.chance)} />
          <span className={clsx(styles.why, 'soft')}>
            <Reason played={played} shows={shows} />
          </span>
          <span aria-hidden className={styles.fill} style={{ width: `${(played.chance ?? 0) / 10}%` }} />
        </>
      )}
    </button>
  )
}
