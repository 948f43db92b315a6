import { counted } from '@called-it/shared/contract/counted'
import { Button } from '../../ui/button.tsx'
import styles from './board.module.css'

type MorePlayersProps = { hidden: number; isLoading: boolean; isError: boolean; onShow: () => void }

/** Below the rows of a board. */
export function MorePlayers({ hidden, isLoading, isError, onShow }: MorePlayersProps) {
  return (
    <div className={styles.more}>
      <Button busy={isLoading} busyText="Loading..." onClick={onShow}>
        {isError ? 'try again' : 'show more players'}
      </Button>
      <p className="soft small tabular" role={isError ? 'alert' : undefined}>
        {isError ? 'The next players could not be loaded.' : `and ${counted(hidden, 'more player')}`}
      </p>
    </div>
  )
}
