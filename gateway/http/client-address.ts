import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'
import type { GatewayConfig } from '../config.ts'

/** Express' `request.ip` for requests that do not pass through Express. */
export function clientAddress({
  trustProxy,
}: Pick<GatewayConfig, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddress.compile(trustProxy)
  return (request) => proxyAddress(request, isTrusted)
}

/**
 * The network that an address is counted by: the IPv4 address, or the first 64 bits of an IPv6 address, since one
 * customer of a provider has all of the rest.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  return ipaddr.process(address).toNormalizedString().split(':').slice(0, 4).join(':')
}
