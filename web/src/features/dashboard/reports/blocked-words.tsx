import { moderationEndpoints } from '@called-it/shared/contract/moderation'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { showIssues } from '../../../lib/api/form-issues.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Form } from '../../../ui/form.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './reports.module.css'

const { blockWord, unblockWord } = moderationEndpoints

export function BlockedWords({ words }: { words: readonly string[] }) {
  return (
    <Card heading={t('admin.words')} note={words.length}>
      <p className="soft small">{t('admin.words-hint')}</p>
      <BlockWord />
      <ul className={styles.words}>
        {words.map((word) => (
          <BlockedWord key={word} word={word} />
        ))}
      </ul>
    </Card>
  )
}

function BlockWord() {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(blockWord.body),
    defaultValues: { word: '' },
  })
  const blocking = useMutation({
    mutationFn: (body: { word: string }) => request(blockWord, { body }),
    onSuccess: ({ words }) => {
      queryClient.setQueryData(queryKeys.adminBlockedWords, words)
      reset()
    },
    onError: (error) => {
      showIssues(error, ['word'], setError)
      toastAdminFailure(t('admin.not-blocked'), error)
    },
  })
  const block = useOneAtATime(blocking.mutate)
  return (
    <Form
      className={clsx(styles.block, 'stack-2 apart')}
      onSubmit={() => void handleSubmit((body) => block(body))()}
    >
      <TextField
        label={t('admin.word')}
        autoComplete="off"
        error={formState.errors.word?.message}
        {...register('word')}
      />
      <Button type="submit" busy={blocking.isPending} busyText={t('admin.blocking')}>
        {t('admin.block')}
      </Button>
    </Form>
  )
}

function BlockedWord({ word }: { word: string }) {
  const queryClient = useQueryClient()
  const unblocking = useMutation({
    mutationFn: () => request(unblockWord, { params: { word } }),
    onSuccess: ({ words }) => queryClient.setQueryData(queryKeys.adminBlockedWords, words),
    onError: (error) => toastAdminFailure(t('admin.still-blocked'), error),
  })
  return (
    <li ref={passFocusOn} className="row anywhere">
      <bdi>{word}</bdi>
      <IconButton
        label={t('admin.unblock', { word })}
        look="bare"
        disabled={unblocking.isPending}
        onClick={() => unblocking.mutate()}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
