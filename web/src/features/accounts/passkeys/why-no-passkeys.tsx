import { passkeysWork } from '../../../lib/account/passkey.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'

const LOOPBACK = ['127.0.0.1', '[::1]']

/** On this machine the same site is open by `localhost` too, with a session of its own. Nothing where the browser has none. */
export function WhyNoPasskeys() {
  if (passkeysWork() !== 'address') return null
  const { hostname, port, pathname, search } = location
  const byName = `http://localhost:${port}${pathname}${search}`
  return (
    <p className="soft small">
      {LOOPBACK.includes(hostname) ? (
        <Rich id="passkey.open-local" link={(words) => <a href={byName}>{words}</a>} />
      ) : (
        t('passkey.by-name')
      )}
    </p>
  )
}
