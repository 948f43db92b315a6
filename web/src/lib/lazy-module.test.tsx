import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type LazyModule, lazyModule, useLazyModule, useLoadWhenIdle } from './lazy-module.ts'

type ShownProps = {
  text: LazyModule<string>
  isWanted: boolean
  mayBeWanted?: boolean
  onError?: () => void
}

function Shown({ text, isWanted, mayBeWanted = false, onError }: ShownProps) {
  useLoadWhenIdle(text, mayBeWanted)
  return <p>{useLazyModule(text, isWanted, onError) ?? 'not loaded'}</p>
}

/** Holds idle tasks back until they are run. */
function holdIdleTasks() {
  const tasks: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => tasks.push(task))
  return { runAll: () => tasks.splice(0).forEach((task) => void task()) }
}

const failOnce = () => vi.fn(async () => 'loaded').mockRejectedValueOnce(new TypeError('no network'))

describe('lazy module', () => {
  test('loads a module when it is wanted', async () => {
    holdIdleTasks()
    const importText = vi.fn(async () => 'loaded')
    const text = lazyModule(importText)
    const { rerender } = render(<Shown text={text} isWanted={false} />)
    expect(importText).not.toHaveBeenCalled()
    rerender(<Shown text={text} isWanted />)
    expect(await screen.findByText('loaded')).toBeTruthy()
  })

  test('loads while idle only what may be wanted', async () => {
    const idle = holdIdleTasks()
    const importText = vi.fn(async () => 'loaded')
    const text = lazyModule(importText)
    const { rerender, unmount } = render(<Shown text={text} isWanted={false} />)
    idle.runAll()
    expect(importText).not.toHaveBeenCalled()
    rerender(<Shown text={text} isWanted={false} mayBeWanted />)
    expect(importText).not.toHaveBeenCalled()
    idle.runAll()
    await Promise.resolve()
    unmount()
    render(<Shown text={text} isWanted />)
    expect(screen.getByText('loaded')).toBeTruthy()
  })

  test('reports a failed import and tries again when the module is next wanted', async () => {
    holdIdleTasks()
    const text = lazyModule(failOnce())
    const failed = Promise.withResolvers<void>()
    const { rerender } = render(<Shown text={text} isWanted onError={failed.resolve} />)
    await failed.promise
    rerender(<Shown text={text} isWanted={false} />)
    rerender(<Shown text={text} isWanted />)
    expect(await screen.findByText('loaded')).toBeTruthy()
  })

  test('loads a module that failed while the browser was idle when it is wanted', async () => {
    const idle = holdIdleTasks()
    const text = lazyModule(failOnce())
    const { rerender } = render(<Shown text={text} isWanted={false} mayBeWanted />)
    idle.runAll()
    rerender(<Shown text={text} isWanted />)
    expect(await screen.findByText('loaded')).toBeTruthy()
  })
})
