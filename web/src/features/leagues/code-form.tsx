import { counted } from '@called-it/shared/contract/counted'
import { ERRORS } from '@called-it/shared/contract/errors'
import { LEAGUE_CODE } from '@called-it/shared/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasCode, serverMessage } from '../../lib/api/api.ts'
import { TRY_AGAIN } from '../../lib/api/request-toasts.ts'
import { invitationQuery } from '../../lib/leagues/league-queries.ts'
import { paths } from '../../lib/paths.ts'
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
        label="got a code?"
        hint={
          !problem && (
            <span role="status" className={styles.found}>
              {league ? (
                <>
                  <Check aria-hidden className={styles.check} />
                  <span className="anywhere">
                    <b>{league.name}</b> · {counted(league.members, 'member')}
                  </span>
                </>
              ) : (
                'six letters and digits, from a friend'
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
        busyText="joining..."
      >
        {memberOf === null ? 'join' : 'open'}
      </Button>
    </Form>
  )
}

function malformed(code: string): string | undefined {
  if (code.length < CODE_LENGTH) return undefined
  return 'A code has six letters and digits, none of them 0, O, 1 or I.'
}

function refusalOf(isFull: boolean, error: unknown): string | undefined {
  if (isFull) return ERRORS.league_full.message
  if (hasCode(error, 'invitation_not_found')) return 'No league has this code.'
  return error ? serverMessage(error, TRY_AGAIN) : undefined
}
