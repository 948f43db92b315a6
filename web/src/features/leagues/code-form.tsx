import { LEAGUE_CODE } from '@called-it/shared/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasCode, serverMessage } from '../../lib/api/api.ts'
import { tryAgain } from '../../lib/api/request-toasts.ts'
import { invitationQuery } from '../../lib/leagues/league-queries.ts'
import { paths } from '../../lib/paths.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './code-form.module.css'
import { useJoining } from './use-joining.ts'

const CODE_LENGTH = 6

/** Joins by a code. What it leads to is asked for once, when it is complete: the server counts each as a try. */
export function CodeForm() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  const isCode = LEAGUE_CODE.test(code)
  const looking = useQuery({ ...invitationQuery(code), enabled: isCode, refetchOnMount: false })
  const joining = useJoining(code)
  const league = isCode ? looking.data : undefined
  const memberOf = league?.league_id ?? null
  const isFull = Boolean(league?.is_full) && memberOf === null
  const isRefused = isFull || (isCode && hasCode(looking.error, 'invitation_not_found'))
  const problem = isCode ? refusalOf(isFull, joining.error ?? looking.error) : malformed(code)
  const submit = () => {
    if (memberOf !== null) navigate(paths.league(memberOf))
    else if (league) joining.mutate()
    else if (isCode && !looking.isFetching) void looking.refetch()
  }
  return (
    <Form className={styles.form} onSubmit={submit}>
      <Field
        label={t('league.got-code')}
        hint={
          !problem && (
            <span role="status" className={styles.found}>
              {league ? (
                <>
                  <Check aria-hidden className={styles.check} />
                  <span className="anywhere">
                    <Rich id="league.found" name={league.name} members={league.members} />
                  </span>
                </>
              ) : (
                t('league.code-hint')
              )}
            </span>
          )
        }
        error={problem}
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
              joining.reset()
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="main"
        disabled={!isCode || isRefused}
        busy={joining.isPending}
        busyText={t('league.joining')}
      >
        {t(memberOf === null ? 'league.join' : 'league.open')}
      </Button>
    </Form>
  )
}

function malformed(code: string): string | undefined {
  return code.length < CODE_LENGTH ? undefined : t('league.malformed')
}

function refusalOf(isFull: boolean, error: unknown): string | undefined {
  if (isFull) return t('error.league-full')
  if (hasCode(error, 'invitation_not_found')) return t('league.no-code')
  return error ? serverMessage(error, tryAgain()) : undefined
}
