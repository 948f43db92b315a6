import { DEMO_ACCOUNTS } from '@called-it/infra/setlist-sources/demo/fans'
import { MAILBOX_PATH } from '@called-it/shared/contract/served-page'
import type { LaunchSettings } from './launch-settings.ts'

/** What a person reads when everything runs. */
export function greeting({ demo, publicUrl, showsMails }: LaunchSettings): string {
  const accounts = DEMO_ACCOUNTS.map(({ email, password }) => `    ${email.padEnd(24)}${password}`)
  const lines = [
    `  Called It is on:  ${publicUrl}`,
    ...(showsMails ? [`  Its mails are on: ${publicUrl}${MAILBOX_PATH}`] : []),
    '',
    ...(demo ? ['  Log in to the demo:', ...accounts, ''] : []),
    '  Ctrl-C stops everything.',
  ]
  return `\n${lines.join('\n')}\n`
}
