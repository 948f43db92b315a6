import { t } from '../../lib/words/texts.ts'
import { IssuerButtons } from './issuers/issuer-buttons.tsx'
import { LinkButton } from './links/link-button.tsx'
import type { OtherWay } from './other-way.ts'
import styles from './other-ways.module.css'
import { PasskeyButton } from './passkeys/passkey-button.tsx'

/** Below the form of both tabs. */
export function OtherWays({ kind, readFields, onRefused }: OtherWay & { kind: 'sign-up' | 'log-in' }) {
  return (
    <div className="stack-3">
      <p className={styles.or}>{t('link.or')}</p>
      <div className={styles.ways}>
        <LinkButton readFields={readFields} onRefused={onRefused} />
        <PasskeyButton kind={kind} readFields={readFields} onRefused={onRefused} />
        <IssuerButtons />
      </div>
    </div>
  )
}
