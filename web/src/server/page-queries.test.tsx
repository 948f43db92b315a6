import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { openPageQueries } from './page-queries.ts'

const inner = { queryKey: ['inner'], queryFn: async () => new Map([[1, 'one']]) }

function Part() {
  const { data } = useQuery({
    queryKey: ['outer'],
    queryFn: async ({ client }) => (await client.fetchQuery(inner)).get(1),
  })
  return <p>{data}</p>
}

test('takes along what components use, and not what a query fetches for itself', async () => {
  const queries = openPageQueries(true)
  const render = () =>
    renderToString(
      <QueryClientProvider client={queries.client}>
        <Part />
      </QueryClientProvider>,
    )
  const { missing } = queries.during(render)
  await Promise.all(missing.map((read) => read()))
  expect(queries.during(render)).toEqual({ html: '<p>one</p>', missing: [] })
  expect(queries.held()).toEqual([{ key: ['outer'], data: 'one' }])
})
