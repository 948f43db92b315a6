import { counted } from '@called-it/shared/contract/counted'
import { LEAGUE_CODE, type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { paths } from '../../lib/paths.ts'
import { timeUntil } from '../../lib/shows/show-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLazyDialog } from '../../ui/dialogs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Form } from '../../ui/form.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { optionsInWords, ROLES } from './league-in-words.ts'
import { leaguesQuery } from './league-queries.ts'
import styles from './leagues-page.module.css'
import { useLeagueChange } from './use-league-change.ts'

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

function LeagueList({ leagues }: { leagues: readonly League[] }) {
  return (
    <ul className="stack-2" aria-label="my leagues">
      {leagues.map((league) => (
        <li key={league.id}>
          <Link to={paths.league(league.id)} className={styles.league}>
            <span className={styles.words}>
              <span className={styles.name}>{league.name}</span>
              <span className="soft small">
                {counted(league.members, 'member')} · {optionsInWords(league)}
              </span>
            </span>
            {ROLES[league.role] && <Badge>{ROLES[league.role]}</Badge>}
            <ChevronRight aria-hidden className={styles.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const REFRESH_MS = 60_000

/** Those whose deletion can still be undone. */
function DeletedLeagues({ leagues }: { leagues: readonly League[] }) {
  const now = useServerNow(REFRESH_MS)
  const rows = leagues.flatMap((league) => {
    const left = league.deleted_until && timeUntil(Date.parse(league.deleted_until), now)
    return left ? [{ league, left }] : []
  })
  if (rows.length === 0) return null
  return (
    <Card heading="deleted" ref={passFocusOn}>
      <ul className="stack-2" aria-label="deleted leagues">
        {rows.map(({ league, left }) => (
          <li key={league.id} ref={passFocusOn} className="spread anywhere">
            <span>
              {league.name} <span className="soft small">gone for good in {left}</span>
            </span>
            <UndoButton league={league} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UndoButton({ league }: { league: League }) {
  const restoring = useLeagueChange({
    change: () => request(leagueEndpoints.restoreLeague, { params: { leagueId: league.id } }),
    failure: 'The league was not brought back',
    onDone: ({ name }) => toast({ title: 'It is back', description: name }),
  })
  return (
    <Button
      aria-label={`undo the deletion of ${league.name}`}
      busy={restoring.isPending}
      onClick={() => restoring.mutate()}
    >
      undo
    </Button>
  )
}

/** Leads to the invitation of a code. */
function CodeForm() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const submit = () => {
    const code = typed.replace(/[\s-]/g, '').toUpperCase()
    if (LEAGUE_CODE.test(code)) navigate(paths.invitation(code))
    else setIsWrong(true)
  }
  return (
    <Card heading="join by code">
      <Form className={styles.form} onSubmit={submit}>
        <Field
          label="Code"
          hint="six characters, from a member of the league"
          error={isWrong ? 'A code has six letters and digits, none of them 0, O, 1 or I.' : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              className={styles.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setIsWrong(false)
              }}
            />
          )}
        </Field>
        <Button type="submit">go on</Button>
      </Form>
    </Card>
  )
}
