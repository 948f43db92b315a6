import type { IncomingMessage } from 'node:http'
import { publicUrl } from '@called-it/infra/config/derived-settings'
import { parseSettings, pickSettings } from '@called-it/infra/config/settings'
import type { AddressTest, addressTestEndpoints } from '@called-it/shared/contract/address-test'
import { isBehindTls } from '../../../config.ts'
import { clientAddress, trustedProxies } from '../../../http/client-address.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'
import { orRefuse } from '../stored-settings.ts'

const fields = pickSettings('PUBLIC_URL', 'TRUST_PROXY', 'HOST', 'PORT')

export function addressRoutes({
  settings,
}: Pick<GatewayParts, 'settings'>): Pick<Handlers, keyof typeof addressTestEndpoints> {
  return {
    async testAddress({ body, incoming, session }) {
      const { HOST, PORT } = settings.env
      const given = { PUBLIC_URL: body.public_url ?? undefined, TRUST_PROXY: body.trust_proxy ?? undefined }
      const wanted = orRefuse(() => parseSettings(fields, { HOST, PORT, ...given }))
      const url = publicUrl(wanted)
      return {
        origin: new URL(url).origin,
        ...readWay(incoming, wanted.TRUST_PROXY),
        is_cookie_returned: session.tryCookie(isBehindTls({ publicUrl: url })),
      }
    },
  }
}

type Way = Omit<AddressTest, 'origin' | 'is_cookie_returned'>

function readWay(request: IncomingMessage, trustProxy: number | string[]): Way {
  const { headers, socket } = request
  const peer = socket.remoteAddress ?? ''
  const client = clientAddress({ trustProxy })(request)
  const noted = listOf(headers['x-forwarded-for'])
  const [proto = null] = listOf(headers['x-forwarded-proto'])
  return {
    host: headers.host ?? '',
    client,
    proxies: noted.length,
    is_trust_right:
      typeof trustProxy === 'number' ? trustProxy === noted.length : client === (noted[0] ?? peer),
    forwarded_proto: proto,
    is_https: proto === 'https' && trustedProxies({ trustProxy })(peer, 0),
  }
}

function listOf(header: string | string[] | undefined): string[] {
  const items = [header ?? []].flat().join(',').split(',')
  return items.map((item) => item.trim()).filter((item) => item !== '')
}
