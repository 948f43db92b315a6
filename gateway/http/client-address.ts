import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import type { GatewayConfig } from '../config.ts'

/**
 * Who a request comes from, as Express tells it of the calls (`request.ip`): for what does not pass through Express.
 *
 * @param trustProxy which proxies are believed
 */
export function clientAddress({
  trustProxy,
}: Pick<GatewayConfig, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddress.compile(trustProxy)
  return (request) => proxyAddress(request, isTrusted)
}
