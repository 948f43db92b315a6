import type { Database } from '@called-it/infra/postgres/client'
import { listOtherPasskeyHosts } from '@called-it/infra/postgres/queries/accounts/passkeys'
import type { Logger } from 'pino'

/** Browsers bind passkeys to the host of PUBLIC_URL: those that were made under another name log nobody in here. */
export async function warnOfMovedPasskeys(
  db: Database,
  publicUrl: string,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const { hostname } = new URL(publicUrl)
  try {
    for (const { host, passkeys } of await listOtherPasskeyHosts(db, hostname)) {
      log.warn({ host, passkeys }, `passkeys were made for ${host} and do not work on ${hostname}`)
    }
  } catch (error) {
    log.warn({ err: error }, 'the hosts of the passkeys cannot be read')
  }
}
