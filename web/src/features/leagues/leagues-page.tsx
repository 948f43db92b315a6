import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLazyDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { CodeForm } from './code-form.tsx'
import { DeletedLeagues } from './deleted-leagues.tsx'
import { LeagueList } from './league-list.tsx'
import { leaguesQuery } from './league-queries.ts'

const leagueDialog = lazyModule(() => import('./league-dialog.tsx'))

/** The fan's leagues, and the two ways into one. */
export function LeaguesPage() {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(leaguesQuery)
  const [isOpen, setIsOpen] = useState(false)
  const dialog = useLazyDialog(leagueDialog, { open: isOpen, onOpenChange: setIsOpen })
  const newLeague = (
    <Button variant="main" onClick={() => setIsOpen(true)}>
      new league
    </Button>
  )
  const leagues = data?.filter(({ deleted_until }) => deleted_until === null) ?? []
  return (
    <Page title="leagues" hasSections>
      <Card
        heading="my leagues"
        headingLevel={1}
        note={leagues.length || undefined}
        aside={leagues.length > 0 && newLeague}
      >
        {leagues.length > 0 ? (
          <LeagueList leagues={leagues} />
        ) : data ? (
          <EmptyState title="Play against your friends." action={newLeague}>
            A league is a table among people you know, which moves with every song of the night. Start one and
            send its link, or type the code that you were given.
          </EmptyState>
        ) : isError ? (
          <LoadFailed title="Your leagues could not be loaded." onRetry={refetch} />
        ) : (
          <Loading label="Loading your leagues...">
            <SkeletonBlocks count={3} height="76px" />
          </Loading>
        )}
      </Card>
      {(data || isError) && <CodeForm />}
      {data && <DeletedLeagues leagues={data} />}
      {dialog && isOpen && (
        <dialog.LeagueDialog
          league={null}
          save={(body) => request(leagueEndpoints.createLeague, { body })}
          onSaved={({ id }: League) => navigate(paths.league(id))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Page>
  )
}
