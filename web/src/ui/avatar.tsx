import { firstTwoLetters, initialsOf } from '@called-it/shared/game/initials'
import clsx from 'clsx'
import styles from './avatar.module.css'
import { hueClass } from './hue.tsx'

const HUES = ['set1', 'set2', 'encore', 'gold', 'songInSet'] as const

type AvatarProps = {
  name: string
  /** URL; without one the letters of the name are shown. */
  image?: string | null | undefined
  /** `initials` of the first and the last word, or the `start` of the name. */
  letters?: 'initials' | 'start'
  size?: number
}

/** Decorative: the name is always beside it. The hue depends on the name only. */
export function Avatar({ name, image, letters = 'initials', size = 40 }: AvatarProps) {
  const box = { width: size, height: size }
  if (image) {
    return (
      <img
        src={image}
        alt=""
        className={clsx(styles.avatar, 'edged')}
        style={box}
        loading="lazy"
        decoding="async"
      />
    )
  }
  return (
    <span
      aria-hidden
      className={clsx(styles.avatar, 'edged', hueClass(hueOf(name)))}
      style={{ ...box, fontSize: size * 0.36 }}
    >
      {letters === 'initials' ? initialsOf(name) : firstTwoLetters(name)}
    </span>
  )
}

function hueOf(name: string): (typeof HUES)[number] {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return HUES[sum % HUES.length] ?? 'set1'
}
