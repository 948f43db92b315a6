import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { Card } from '../../../ui/card.tsx'
import type { LiveStage } from './live-stage.ts'

type BoardCardProps = { live: LiveShow; stage: LiveStage }

export function BoardCard({ live, stage }: BoardCardProps) {
  return (
    <Card heading="board" note={stage === 'final' ? 'final' : 'as it stands'}>
      <table>
        <tbody>
          {live.top.map(([total, id, name], index) => (
            <tr key={id ?? -index}>
              <td>{name ?? 'a fan'}</td>
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
