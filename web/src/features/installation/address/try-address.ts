import { type AddressTest, addressTestEndpoints } from '@called-it/shared/contract/address-test'
import { request } from '../../../lib/api/api.ts'
import { type Reached, trySocket } from './try-socket.ts'

export type Attempt = AddressTest & { socket: Reached }

type Wanted = { public_url: string | null; trust_proxy: string | null }

/** By this browser, at the address that the page is at. */
export async function tryAddress(body: Wanted): Promise<Attempt> {
  const [first, socket] = await Promise.all([
    request(addressTestEndpoints.testAddress, { body }),
    trySocket(),
  ])
  const second = await request(addressTestEndpoints.testAddress, { body })
  // The first one deletes the cookie of another page's test.
  return { ...second, is_cookie_returned: first.is_cookie_returned || second.is_cookie_returned, socket }
}
