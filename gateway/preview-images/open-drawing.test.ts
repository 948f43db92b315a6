import { contentOf } from '@called-it/tests/support/preview-contents'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import '@called-it/infra/images/avatar'
import { type DrawingProcess, openDrawingProcess } from './open-drawing.ts'

/** On a busy machine. */
const PATIENT = { timeoutMs: 60_000 }
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

let drawing: DrawingProcess
afterEach(() => drawing.close())

const draw = () => drawing.draw(contentOf('share'), 'dark', 'en')

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('drawing process', () => {
  test('draws while this process reads no SVG, and ends without work', async () => {
    drawing = openDrawingProcess({ ...PATIENT, idleMs: 1 })
    expect((await draw()).subarray(1, 4).toString()).toBe('PNG')
    await expect(sharp(SVG).metadata()).rejects.toThrow('unsupported')
    await vi.waitFor(() => expect(drawing.pid).toBeNull())
  })

  test('fails only the drawing during which the process ends', async () => {
    drawing = openDrawingProcess(PATIENT)
    const failed = draw()
    const pid = drawing.pid ?? 0
    process.kill(pid, 'SIGKILL')
    await expect(failed).rejects.toThrow('not drawn')
    await expect(draw()).resolves.toBeInstanceOf(Buffer)
    process.kill(drawing.pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(isRunning(drawing.pid ?? 0)).toBe(false))
    await expect(draw()).resolves.toBeInstanceOf(Buffer)
  })

  test('ends a process that takes too long', async () => {
    drawing = openDrawingProcess({ timeoutMs: 1 })
    const failed = draw()
    const pid = drawing.pid ?? 0
    await expect(failed).rejects.toThrow('not drawn')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  })
})
