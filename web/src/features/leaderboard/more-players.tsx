import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './board.module.css'

type MorePlayersProps = { hidden: number; isLoading: boolean; isError: boolean; onShow: () => void }

/** Below the rows of a board. */
export function MorePlayers({ hidden, isLoading, isError, onShow }: MorePlayersProps) {
  return (
    <div className={styles.more}>
      <Button busy={isLoading} busyText={t('board.busy')} onClick={onShow}>
        {t(isError ? 'board.retry' : 'board.show-more')}
      </Button>
      <p className="soft small tabular" role={isError ? 'alert' : undefined}>
        {isError ? t('board.more-failed') : t('board.and-more', { count: hidden })}
      </p>
    </div>
  )
}
