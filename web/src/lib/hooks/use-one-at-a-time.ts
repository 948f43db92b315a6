import type { MutateOptions } from '@tanstack/react-query'
import { useRef } from 'react'

type Mutate<Data, Variables> = (variables: Variables, options?: MutateOptions<Data, Error, Variables>) => void

/** Ignores a mutation while another one runs: `isPending` comes too late for the second click of a double click. */
export function useOneAtATime<Data, Variables>(mutate: Mutate<Data, Variables>): Mutate<Data, Variables> {
  const isRunning = useRef(false)
  return (variables, options) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(variables, {
      ...options,
      onSettled: (...settled) => {
        isRunning.current = false
        options?.onSettled?.(...settled)
      },
    })
  }
}
