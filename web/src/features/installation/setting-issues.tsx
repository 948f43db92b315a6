import { sayIssue } from '@called-it/shared/languages/said'
import { t } from '../../lib/words/texts.ts'
import { Notice } from '../../ui/notice.tsx'

/** What a test has refused, by the environment variable. */
export function SettingIssues({ issues }: { issues: ReadonlyMap<string, string> }) {
  return [...issues].map(([name, reason]) => (
    <Notice key={name} tone="danger" className="anywhere">
      <code>{name}</code>: {sayIssue(t, reason)}
    </Notice>
  ))
}
