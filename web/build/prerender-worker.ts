import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { GlobalWindow } from 'happy-dom'

// A browser's globals: a wide screen without a network.
const window = new GlobalWindow({ url: 'http://called-it.invalid/', width: 1440, height: 900 })
for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis) continue
  Object.defineProperty(globalThis, name, { configurable: true, get: () => Reflect.get(window, name) })
}
globalThis.fetch = () => new Promise(() => {})

const { renderHome } = await import(pathToFileURL(String(workerData)).href)
parentPort?.postMessage(renderHome())
