import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useLazyDialog } from '../../ui/dialogs.tsx'
import { StageCard, StageInset } from '../../ui/stage-card.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './join-card.module.css'

const leagueDialog = lazyModule(() => import('./league-dialog.tsx'))

/** The ways into a league: the code of a friend, or a league of one's own. */
export function JoinCard({ lit = true }: { lit?: boolean }) {
  const navigate = useNavigate()
  const headingId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useLazyDialog(leagueDialog, { open: isOpen, onOpenChange: setIsOpen })
  return (
    <StageCard lit={lit} aria-labelledby={headingId} className={clsx(styles.card, 'stack-3')}>
      <div>
        <h2 id={headingId} className={styles.heading}>
          {t('league.play')}
        </h2>
        <p className={styles.words}>{t('league.play-words')}</p>
      </div>
      <StageInset>
        <CodeForm />
      </StageInset>
      <Button wide onClick={() => setIsOpen(true)}>
        <Plus aria-hidden /> {t('league.start')}
      </Button>
      {dialog && isOpen && (
        <dialog.LeagueDialog
          league={null}
          save={(body) => request(leagueEndpoints.createLeague, { body })}
          onSaved={({ id }: League) => navigate(paths.league(id))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </StageCard>
  )
}
