import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'
import type { GatewayConfig } from '../config.ts'

/** Whether an address is that of a proxy whose headers count; `hop` is 0 for the one that is connected to us. */
export function trustedProxies({
  trustProxy,
}: Pick<GatewayConfig, 'trustProxy'>): (address: string, hop: number) => boolean {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : proxyAddress.compile(trustProxy)
}

/** Express' `request.ip` for requests that do not pass through Express. */
export function clientAddress(
  config: Pick<GatewayConfig, 'trustProxy'>,
): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies(config)
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
