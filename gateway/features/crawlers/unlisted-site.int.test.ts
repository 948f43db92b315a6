import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const gateway = await gatewayOfFile({ config: { searchEngines: false } })

test('sends search engines away where they are not wanted', async () => {
  expect((await gateway.send('GET', '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
})
