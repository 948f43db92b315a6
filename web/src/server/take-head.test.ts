import { expect, test } from 'vitest'
import { takeHead } from './take-head.ts'

test('takes the title and the styles out of the page', () => {
  const html =
    '<title>Rock &amp; Roll</title><i style="width:1px"></i><b style="width:2px;color:red">style="no"</b>' +
    '<i style="width:1px"></i>'
  expect(takeHead(html.replace('style="no"', 'style=&quot;no&quot;'))).toEqual({
    title: 'Rock & Roll',
    html: '<i data-look="0"></i><b data-look="1">style=&quot;no&quot;</b><i data-look="0"></i>',
    looks: '[data-look="0"]{width:1px}[data-look="1"]{width:2px;color:red}',
  })
})

test('keeps a style from ending its element', () => {
  const { looks } = takeHead('<i style="--a:&quot;&lt;/style&gt;&quot;"></i>')
  expect(looks).toBe('[data-look="0"]{--a:"\\3c /style>"}')
})
