import { execFile, execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createGatewayMetrics } from '../observability/gateway-metrics.ts'
import { createMetrics } from '../observability/metrics.ts'
import { measureStores } from '../observability/store-metrics.ts'
import { createWorkersMetrics } from '../observability/workers-metrics.ts'
import { openPostgres } from '../postgres/client.ts'
import { openRedis } from '../redis/connection.ts'

const PROMETHEUS = path.join(import.meta.dirname, 'prometheus')
const DASHBOARDS = path.join(import.meta.dirname, 'grafana/dashboards')
const RUNBOOK = path.join(import.meta.dirname, '../../docs/observability.md')

const dashboard = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }),
  ),
})

async function readQueries(): Promise<{ panel: string; expr: string }[]> {
  const files = (await readdir(DASHBOARDS)).filter((file) => file.endsWith('.json'))
  const texts = await Promise.all(files.map((file) => readFile(path.join(DASHBOARDS, file), 'utf8')))
  return texts.flatMap((text) =>
    dashboard
      .parse(JSON.parse(text))
      .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ panel: title, expr }))),
  )
}

/** The names of every series that the programs' registries declare, the parts of histograms among them. */
function readExposedNames(): Set<string> {
  const nowhere = 'postgres://127.0.0.1:1/none'
  const postgres = openPostgres({ url: nowhere, program: 'test', onConnectionError: () => undefined })
  const producer = openRedis('redis://127.0.0.1:1', 'producer', () => undefined)
  producer.disconnect()
  const programs = [createMetrics('gateway'), createMetrics('workers')]
  createGatewayMetrics(programs[0]?.registry)
  createWorkersMetrics(programs[1]?.registry)
  for (const metrics of programs) measureStores(metrics, { postgres, redis: { producer }, namespace: 'none' })
  const names = new Set(['up'])
  for (const { name, type } of programs.flatMap(({ registry }) =>
    registry.getMetricsAsArray().map(described),
  )) {
    for (const suffix of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) names.add(name + suffix)
  }
  return names
}

/** Prom-client keeps a metric's type to itself. */
function described(metric: { name: string }): { name: string; type: unknown } {
  return { name: metric.name, type: Reflect.get(metric, 'type') }
}

/** Our own names, and those of the process, that an expression mentions. */
function namesIn(expr: string): string[] {
  return expr.match(/\b(?:called_it|nodejs|process)_\w+|\bup\b(?=\{)/g) ?? []
}

const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
const promtool = (...args: string[]) => promisify(execFile)('promtool', args)

test('queries only metrics that the programs expose', async () => {
  const exposed = readExposedNames()
  const rules = await readFile(path.join(PROMETHEUS, 'alerts.yml'), 'utf8')
  const queries = await readQueries()
  expect(queries.length).toBeGreaterThan(20)
  const asked = [...namesIn(rules), ...queries.flatMap(({ expr }) => namesIn(expr))]
  expect(asked.length).toBeGreaterThan(40)
  expect([...new Set(asked)].filter((name) => !exposed.has(name))).toEqual([])
})

test('has a heading in the runbook for each alert, and no other', async () => {
  const rules = await readFile(path.join(PROMETHEUS, 'alerts.yml'), 'utf8')
  const runbook = await readFile(RUNBOOK, 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  expect(headings.toSorted()).toEqual(alerts.toSorted())
  const links = [...rules.matchAll(/runbook: docs\/observability\.md#(\w+)/g)].map(([, name = '']) => name)
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()))
})

test.skipIf(!hasPromtool)('passes promtool: the settings, the rules and every query', async () => {
  await promtool('check', 'config', path.join(PROMETHEUS, 'prometheus.yml'))
  await promtool('test', 'rules', path.join(PROMETHEUS, 'alerts.test.yml'))
  const folder = await folderOfTest()
  const rules = (await readQueries()).map(({ panel, expr }, index) => ({
    record: `panel:number_${index}`,
    expr,
    labels: { panel },
  }))
  // JSON is YAML too.
  await writeFile(path.join(folder, 'panels.json'), JSON.stringify({ groups: [{ name: 'panels', rules }] }))
  const { stdout } = await promtool('check', 'rules', path.join(folder, 'panels.json'))
  expect(stdout).toContain(`${rules.length} rules found`)
})
