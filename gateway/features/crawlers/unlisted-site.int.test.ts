import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile({ config: { searchEngines: false } })

test('sends search engines away where they are not wanted', async () => {
  const { text } = await gateway.send('GET', '/robots.txt')
  expect(text).toMatch(/^User-agent: \*\n(?:Allow: \/(?:s|join|preview)\/\n){3}Disallow: \/\n$/)
  expect((await gateway.send('GET', '/sitemap.xml')).status).toBe(404)
})
