import { DEMO_ACCOUNTS } from '@called-it/infra/setlist-sources/demo/fans'
import type { LaunchSettings } from './launch-settings.ts'

/** What a person reads when everything runs. */
export function greeting({ demo, publicUrl }: LaunchSettings): string {
  const accounts = DEMO_ACCOUNTS.map(({ email, password }) => `    ${email.padEnd(24)}${password}`)
  const lines = [
    `  Called It is on:  ${publicUrl}`,
    '',
    ...(demo ? ['  Log in to the demo:', ...accounts, ''] : []),
    '  Ctrl-C stops everything.',
  ]
  return `\n${lines.join('\n')}\n`
}
