import { checkAddress } from '@called-it/infra/outbound/outbound'
import { OutboundError } from '@called-it/infra/outbound/outbound-error'
import { said } from '@called-it/shared/languages/said'
import { ApiError } from '../http/errors.ts'
import { limitConcurrency } from '../overload/limit-concurrency.ts'

/** A name whose servers are slow keeps one of Node's four threads for lookups and files. */
const inTurn = limitConcurrency(2, 20)

/** @throws ApiError `invalid` for an address that requests may not go to, `unavailable` while others are checked */
export async function checkOutboundAddress(
  url: string,
  { allow, path }: { allow: readonly string[]; path: string },
): Promise<void> {
  try {
    await inTurn(() => checkAddress(url, { allow }))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new ApiError('invalid', { issues: [{ path, message: TEXTS[error.code] ?? error.message }] })
  }
}

const TEXTS: Partial<Record<OutboundError['code'], string>> = {
  'address-malformed': said('field.https-only'),
  'address-refused': said('field.not-public'),
  'name-unknown': said('field.no-host'),
}
