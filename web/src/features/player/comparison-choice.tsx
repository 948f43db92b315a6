import { Select } from '../../ui/select.tsx'
import { useComparedPlayer } from './compared-player.ts'
import styles from './player-head.module.css'
import { useFollowed } from './player-queries.ts'

type ComparisonChoiceProps = { userId: number; currentUserId: number }

/** The current fan and the players whom the fan follows. */
export function ComparisonChoice({ userId, currentUserId }: ComparisonChoiceProps) {
  const [compared, compare] = useComparedPlayer(userId)
  const { data: followed = [] } = useFollowed()
  const me = { id: currentUserId, display_name: 'me' }
  const players = [me, ...followed].filter(({ id }) => id !== userId)
  if (players.length === 0) return null
  return (
    <Select
      aria-label="compare with"
      className={styles.choice}
      value={players.some(({ id }) => id === compared) ? String(compared) : ''}
      onChange={({ target }) => compare(target.value === '' ? null : Number(target.value))}
    >
      <option value="">compare with…</option>
      {players.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name}
        </option>
      ))}
    </Select>
  )
}
