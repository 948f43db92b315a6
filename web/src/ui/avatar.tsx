import clsx from 'clsx'
import styles from './avatar.module.css'
import { firstTwoLetters, initialsOf } from './initials.ts'

const HUES = [styles.set1, styles.set2, styles.encore, styles.light, styles.blue]

type AvatarProps = {
  name: string
  /** Address of the picture; its letters stand for a player who has none. */
  image?: string | null | undefined
  /** `initials` of the first and the last word, or the `start` of the name. */
  letters?: 'initials' | 'start'
  size?: number
}

/** A player's picture or letters, in a hue that stays the player's. Decorative: the name stands beside it. */
export function Avatar({ name, image, letters = 'initials', size = 40 }: AvatarProps) {
  const box = { width: size, height: size }
  if (image) {
    return <img src={image} alt="" className={styles.avatar} style={box} loading="lazy" decoding="async" />
  }
  return (
    <span aria-hidden className={clsx(styles.avatar, hueOf(name))} style={{ ...box, fontSize: size * 0.36 }}>
      {letters === 'initials' ? initialsOf(name) : firstTwoLetters(name)}
    </span>
  )
}

function hueOf(name: string): string | undefined {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return HUES[sum % HUES.length]
}
