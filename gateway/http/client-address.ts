import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'
import type { GatewayConfig } from '../config.ts'

/**
 * Express' `request.ip` for requests that do not pass through Express.
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
